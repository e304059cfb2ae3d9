/** Whether an API says of itself that it can serve. */
export async function isReady({ origin }: { origin: string }): Promise<boolean> {
  return fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}
