import { inSteps, type Steps } from './steps'

/**
 * Finds the positions of the rows whose keys have all the words. Where they only say more than the
 * words before, as while somebody types, it looks among those that were found then.
 */
export function makeRowSearch(rowCount: number, searchKeys: () => Steps<string[]>) {
  const all = new Uint32Array(rowCount).map((_, position) => position)
  let last: { words: readonly string[]; found: Uint32Array } = { words: [], found: all }

  return function* searchRows(words: readonly string[]): Steps<Uint32Array> {
    if (words.length === 0) return all
    if (words.join(' ') === last.words.join(' ')) return last.found
    const within = saysMore(words, last.words) ? last.found : all
    const found = yield* search(yield* searchKeys(), words, within)
    last = { words, found }
    return found
  }
}

function saysMore(words: readonly string[], before: readonly string[]) {
  return before.every((old) => words.some((word) => word.includes(old)))
}

function* search(
  keys: readonly string[],
  words: readonly string[],
  within: Uint32Array,
): Steps<Uint32Array> {
  const found = new Uint32Array(within.length)
  let count = 0
  yield* inSteps(within.length, (from, to) => {
    for (const position of within.subarray(from, to)) {
      const key = keys[position] ?? ''
      if (!words.every((word) => key.includes(word))) continue
      found[count] = position
      count += 1
    }
  })
  return found.slice(0, count)
}
