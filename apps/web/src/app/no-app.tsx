import { Button } from '@/components/ui/button'
import { ApiError } from '@/lib/api-error'
import { usePageTitle } from '@/lib/use-page-title'

/** In the app's place when it cannot be fetched. Nothing is on the screen that a reload would lose. */
export function NoApp({ error }: { error: unknown }) {
  usePageTitle('Oops! Something went wrong')
  return (
    <main className="grid flex-1 place-content-center justify-items-center gap-4 p-6 text-center">
      <h1>Oops! Something went wrong</h1>
      <p className="text-balance text-muted-foreground">
        {error instanceof ApiError ? error.message : 'Stockie could not be loaded.'}
      </p>
      <Button onClick={() => window.location.reload()}>Try again</Button>
    </main>
  )
}
