import { expect, test } from 'vitest'
import { readEnv } from '#src/env'
import { checkDisk, hasSecret, isVersionInRange, rateFreeSpace } from './machine-checks'

const range = '^20.19.0 || ^22.12.0 || >=24.0.0'

test.each([
  ['20.19.0', true],
  ['20.20.2', true],
  ['20.18.9', false],
  ['21.9.0', false],
  ['22.12.0', true],
  ['22.11.0', false],
  ['23.11.0', false],
  ['24.0.0', true],
  ['26.1.0', true],
  ['18.20.0', false],
  ['24.0.0-nightly', true],
])(
  'isVersionInRange compares Node %s with the engines of package.json: %s',
  (version, isInRange) => {
    expect(isVersionInRange(version, range)).toBe(isInRange)
  },
)

const gigabyte = 1024 ** 3

test.each([
  [3, 20, 'ok'],
  [3, 40, 'warning'],
  [1.9, 10, 'warning'],
  [0.2, 1, 'warning'],
  [0.19, 1, 'error'],
  [0, 0, 'error'],
])('rateFreeSpace rates %d GB free of %d GB as %s', (free, size, state) => {
  expect(rateFreeSpace({ free: free * gigabyte, size: size * gigabyte })).toBe(state)
})

test.each([
  'JWT_SECRET',
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'OWNER_PASSWORD',
  'POSTGRES_PASSWORD',
  'REPLICATION_PASSWORD',
])('hasSecret finds a value of %s in a .env file, but no empty or commented one', (name) => {
  expect(hasSecret(`PORT=3000\n${name}=hidden\n`)).toBe(true)
  expect(hasSecret(`PORT=3000\n${name}=\n# ${name}=hidden\n`)).toBe(false)
})

test('checkDisk measures the disks of the folders that Stockie writes to', async () => {
  const DATABASE_URL = 'postgresql://stockie@database:5432/stockie'
  const folders = async (source: Record<string, string>) => {
    const verdicts = await checkDisk(readEnv(source))
    return verdicts.flatMap(({ found }) => found.match(/[A-Z]+_[A-Z]+/g) ?? []).toSorted()
  }
  expect(await folders({})).toEqual(['BACKUP_FOLDER', 'STOCKIE_HOME'])
  expect(await folders({ DATABASE_URL })).toEqual(['BACKUP_FOLDER'])
  const ofContainer = { DATABASE_URL, AUDIT_FOLDER: '/audit' }
  expect(await folders(ofContainer)).toEqual(['AUDIT_FOLDER', 'BACKUP_FOLDER'])
})
