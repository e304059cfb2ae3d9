import { expect, test } from 'vitest'
import { asTypedHere } from './as-typed-here'

const text = 'npm run users -- list\nnpm run backup\nnpm run seed -- --profile e2e'

test('a command is named as it is typed where there is npm, and in the image', () => {
  expect(asTypedHere(text)).toBe(text)
  expect(asTypedHere(text, true).split('\n')).toEqual([
    'docker compose exec app stockie users list',
    'docker compose exec app stockie backup',
    'docker compose exec app stockie seed --profile e2e',
  ])
})
