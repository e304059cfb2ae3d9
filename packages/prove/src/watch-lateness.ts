import { setTimeout as wait } from 'node:timers/promises'

/**
 * How late everything is: the longest that an answer takes which needs the process and nothing else. On a machine
 * that other work keeps busy this comes on top of whatever has a limit.
 */
export function watchLateness({ origin }: { origin: string }): () => Promise<number> {
  let longest = 0
  let isOver = false

  async function watch(): Promise<void> {
    while (!isOver) {
      const began = performance.now()
      await fetch(`${origin}/livez`).then((response) => response.text())
      longest = Math.max(longest, performance.now() - began)
      await wait(50)
    }
  }

  const watching = watch()
  return async () => {
    isOver = true
    await watching
    return longest
  }
}
