import { harms, type Wire } from './open-wire'

/** A line that did nobody any harm has proved nothing. */
export function mustHaveHarmed({ done }: Wire): void {
  const missed = harms.filter((harm) => !done.has(harm))
  if (missed.length > 0) throw new Error(`No answer came to this harm: ${missed.join(', ')}.`)
}
