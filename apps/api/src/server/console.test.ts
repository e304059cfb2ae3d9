import { expect, test } from 'vitest'
import { toBackupError } from '#src/database/backup/backup-folder'
import { exitSentence, formatCommandHint } from '#src/server/console'

const unreachable =
  'The database cannot be reached: check that it runs. If you set DATABASE_URL, check its value too.'

test.each([
  ['ECONNREFUSED', unreachable],
  ['57P03', unreachable],
  ['55P03', 'The database is busy.'],
  ['40P01', 'The database is busy.'],
  ['53300', 'The database is busy.'],
  ['53100', 'The database has no space left. Nothing can be saved until you free some space.'],
  ['25006', 'The database is read-only at the moment.'],
])('exitSentence turns error code %s into: %s', (code, sentence) => {
  expect(exitSentence(Object.assign(new Error('no'), { code }))).toBe(sentence)
})

const text = `npm run users -- list
npm run backup
npm run seed -- --profile e2e
Stop Stockie first. npm run restore -- <file> --yes
npm start`

test('formatCommandHint keeps npm commands outside of the image and rewrites them inside', () => {
  expect(formatCommandHint(text, false)).toBe(text)
  expect(formatCommandHint(text, true).split('\n')).toEqual([
    'docker compose exec app stockie users list',
    'docker compose exec backup stockie backup',
    'docker compose exec app stockie seed --profile e2e',
    'Stop Stockie (docker compose stop app backup) first. docker compose run --rm restore <file> --yes',
    'docker compose up -d',
  ])
})

test('formatCommandHint sends a backup from the app to the service that may write backups', () => {
  const error = toBackupError(
    Object.assign(new Error('EROFS'), { code: 'EROFS', syscall: 'open' }),
    '/backups',
  )
  expect(formatCommandHint(exitSentence(error), true)).toBe(
    'The folder /backups is read-only in this container, so no backup was made: run docker compose exec backup stockie backup.',
  )
})
