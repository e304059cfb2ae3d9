import { isDeepStrictEqual } from 'node:util'

/** Before anything is timed: two that answer differently are not held against each other. */
export function mustAnswerTheSame(what: string, stockie: unknown, anchor: unknown): void {
  if (isDeepStrictEqual(stockie, anchor)) return
  const [one, other] = [stockie, anchor].map((value) => JSON.stringify(value)?.slice(0, 500))
  throw new Error(`Stockie and its anchor differ in ${what}:\n${one}\n${other}`)
}
