import type { EditEntry } from '#src/clients/journal'
import type { Digest } from './read-digest'

/**
 * What has changed meanwhile without anybody's doing: the documents of the mark are the round's own, which are judged
 * by what was answered, and its edits of stock are known by their amounts.
 */
export function compareDigests(
  before: Pick<Digest, 'states'>,
  now: Digest,
  edits: readonly Pick<EditEntry, 'productId' | 'delta'>[] = [],
) {
  const edited = new Set(edits.map(({ productId, delta }) => `product ${productId} by ${delta}`))
  const lost: string[] = []
  const doubled: string[] = []
  for (const [what, state] of before.states) {
    const found = now.states.get(what)
    if (found === undefined) lost.push(`${what} (${state}) was there before, and is not`)
    else if (found !== state && !now.own.has(what)) {
      lost.push(`${what} was "${state}" and is "${found}", which nobody has asked for`)
    }
  }
  for (const [what, state] of now.states) {
    if (before.states.has(what) || now.own.has(what) || edited.has(state)) continue
    doubled.push(`${what} (${state}) is there, which nobody has asked for`)
  }
  return { lost, doubled }
}
