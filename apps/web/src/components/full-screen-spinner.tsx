import { Spinner } from './ui/spinner'

export function FullScreenSpinner() {
  return (
    <main className="grid flex-1 place-items-center">
      <Spinner className="size-8 text-primary" />
      <h1 className="sr-only">
        <output>Loading</output>
      </h1>
    </main>
  )
}
