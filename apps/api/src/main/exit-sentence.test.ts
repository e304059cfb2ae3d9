import { expect, test } from 'vitest'
import { exitSentence } from '#src/server/console'

const reach =
  'The database cannot be reached: check that it runs and, where it is set, DATABASE_URL.'

test.each([
  ['ECONNREFUSED', reach],
  ['57P03', reach],
  ['55P03', 'The database is busy.'],
  ['40P01', 'The database is busy.'],
  ['53300', 'The database is busy.'],
  ['53100', 'The database has no space left: nothing can be written until there is some.'],
  ['25006', 'The database can only be read for now.'],
])('of %s it says: %s', (code, sentence) => {
  expect(exitSentence(Object.assign(new Error('no'), { code }))).toBe(sentence)
})
