/**
 * A part that is asked for once, and is what came of that from then on. Vite waits for a part's styles
 * at its first import alone: where they have failed, a second one would show it without them.
 */
export function once<Part>(load: () => Promise<Part>) {
  let asked: Promise<Part> | undefined
  return () => (asked ??= load())
}
