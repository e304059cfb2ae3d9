/**
 * The first signal asks for an orderly end, a second one for an end at once. One Ctrl-C may arrive
 * twice, from the terminal and again from npm, so that only a later one counts as the second.
 */
export function onSignal(end: () => void, endAtOnce: () => void): void {
  let first: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (first === undefined) {
        first = performance.now()
        end()
      } else if (performance.now() - first > 500) {
        endAtOnce()
      }
    })
  }
}
