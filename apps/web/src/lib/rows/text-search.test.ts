import { expect, test } from 'vitest'

import { createTextSearch, toSearchTerms } from './text-search'
import type { Steps } from './cooperative-steps'

function finish<Result>(steps: Steps<Result>) {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

function searchOf(texts: string[], starts: string[] = []) {
  const search = createTextSearch(texts.length, function* () {
    yield
    return { texts, starts }
  })
  return (typed: string) => Array.from(finish(search(toSearchTerms(typed))))
}

test('a search typed letter by letter finds the same rows as a new search', () => {
  const letters = ['a', 'b', 'ab', 'ba', ' ']
  const pick = () => letters[Math.floor(Math.random() * letters.length)] ?? ''
  for (let run = 0; run < 100; run += 1) {
    const draw = (length: number) => Array.from({ length }, pick).join('')
    const keys = Array.from({ length: 60 }, () => draw(6))
    const codes = Array.from({ length: 60 }, () => draw(3).trim())
    const search = searchOf(
      keys,
      codes.map((code) => (code === '' ? '' : `\n${code}\n`)),
    )
    let typed = ''
    for (let key = 0; key < 12; key += 1) {
      // Sometimes a letter is removed, or added in front.
      const chance = Math.random()
      if (chance < 0.2) typed = typed.slice(0, -1)
      else typed = chance < 0.4 ? pick() + typed : typed + pick()
      const words = typed.split(/\s+/).filter(Boolean)
      const expected = keys.flatMap((text, index) =>
        words.every((word) => text.includes(word)) ||
        (codes[index] !== '' && codes[index]?.startsWith(typed.trim()))
          ? index
          : [],
      )
      expect({ keys, codes, typed, found: search(typed) }).toEqual({
        keys,
        codes,
        typed,
        found: expected,
      })
    }
  }
})

test('a narrowing search scans only the previous matches', () => {
  const readKeys: string[] = []
  const keys = new Proxy(['tea', 'teapot', 'mug', 'team'], {
    get: (target, name, receiver) => {
      if (typeof name === 'string' && /^\d+$/.test(name)) readKeys.push(name)
      return Reflect.get(target, name, receiver)
    },
  })
  const search = searchOf(keys)
  search('te')
  expect(readKeys.splice(0)).toEqual(['0', '1', '2', '3'])
  search('tea')
  expect(readKeys.splice(0)).toEqual(['0', '1', '3'])
  search('tea po')
  expect(readKeys.splice(0)).toEqual(['0', '1', '3'])
  search('tea pot')
  expect(readKeys.splice(0)).toEqual(['1'])
  search('pot')
  expect(readKeys.splice(0)).toEqual(['0', '1', '2', '3'])
})
