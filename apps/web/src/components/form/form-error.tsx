/** What kept the form from being saved and belongs to none of its fields. */
export function FormError({ message }: { message: string | undefined }) {
  if (message === undefined) return null
  return (
    <p
      ref={reveal}
      role="alert"
      className="rounded-md border border-destructive/40 px-4 py-3 text-sm text-destructive"
    >
      Error: {message}
    </p>
  )
}

/** In a form that is longer than the screen, the button is at the other end. */
function reveal(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' })
}
