/**
 * A part that is asked for once, or again where it did not come. Vite waits for a part's styles at its
 * first import alone: where they have failed, a second one would show it without them, so that stays.
 */
export function once<Part>(load: () => Promise<Part>) {
  let asked: Promise<Part> | undefined
  return () =>
    (asked ??= load().catch((error: unknown) => {
      if (!lacksStyles(error)) asked = undefined
      throw error
    }))
}

/** As Vite says it. */
function lacksStyles(error: unknown) {
  return error instanceof Error && error.message.startsWith('Unable to preload CSS')
}
