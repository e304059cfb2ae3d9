import { expect, test } from 'vitest'

import { makeRowSearch } from './row-search'
import type { Steps } from './cooperative-steps'

function finish<Result>(steps: Steps<Result>) {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

function searchOf(keys: string[]) {
  const search = makeRowSearch(keys.length, function* () {
    yield
    return keys
  })
  return (...words: string[]) => Array.from(finish(search(words)))
}

test('whoever types on finds the same as who searches anew', () => {
  const letters = ['a', 'b', 'ab', 'ba', ' ']
  const pick = () => letters[Math.floor(Math.random() * letters.length)] ?? ''
  for (let run = 0; run < 100; run += 1) {
    const keys = Array.from({ length: 60 }, () => Array.from({ length: 6 }, pick).join(''))
    const search = searchOf(keys)
    let typed = ''
    for (let key = 0; key < 12; key += 1) {
      // Now and then a letter goes again, or is put before the others.
      const chance = Math.random()
      if (chance < 0.2) typed = typed.slice(0, -1)
      else typed = chance < 0.4 ? pick() + typed : typed + pick()
      const words = typed.split(/\s+/).filter(Boolean)
      const anew = keys.flatMap((one, at) => (words.every((word) => one.includes(word)) ? at : []))
      expect({ keys, typed, found: search(...words) }).toEqual({ keys, typed, found: anew })
    }
  }
})

test('looks only among what was found while the words say more and more', () => {
  const looked: string[] = []
  const keys = new Proxy(['tea', 'teapot', 'mug', 'team'], {
    get: (target, name, receiver) => {
      if (typeof name === 'string' && /^\d+$/.test(name)) looked.push(name)
      return Reflect.get(target, name, receiver)
    },
  })
  const search = searchOf(keys)
  search('te')
  expect(looked.splice(0)).toEqual(['0', '1', '2', '3'])
  search('tea')
  expect(looked.splice(0)).toEqual(['0', '1', '3'])
  search('tea', 'po')
  expect(looked.splice(0)).toEqual(['0', '1', '3'])
  search('tea', 'pot')
  expect(looked.splice(0)).toEqual(['1'])
  search('pot')
  expect(looked.splice(0)).toEqual(['0', '1', '2', '3'])
})
