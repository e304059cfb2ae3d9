import { expect, test } from 'vitest'
import { formatCommandHint } from '#src/server/console'

const text = `npm run users -- list
npm run backup
npm run seed -- --profile e2e
Stop Stockie first. npm run restore -- <file> --yes
npm start`

test('a command is named as it is typed where there is npm, and in the image', () => {
  expect(formatCommandHint(text, false)).toBe(text)
  expect(formatCommandHint(text, true).split('\n')).toEqual([
    'docker compose exec app stockie users list',
    'docker compose exec app stockie backup',
    'docker compose exec app stockie seed --profile e2e',
    'Stop Stockie (docker compose stop app backup) first. docker compose run --rm app restore <file> --yes',
    'docker compose up -d',
  ])
})
