/** The error of the whole form, above its fields. */
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

/** The submit button may be at the other end of a form that is longer than the screen. */
function reveal(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' })
}
