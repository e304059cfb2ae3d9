import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listBackups, parseBackupName, formatBackupName } from './backup-folder'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-list-'))))
afterAll(() => rm(folder, { recursive: true }))

test('listBackups returns the backups newest first with their verification', async () => {
  await mkdir(path.join(folder, 'stockie-20261121T224304Z.sql.gz'))
  for (const name of [
    'stockie-20261121T224300Z.sql.gz',
    'stockie-before-upgrade-20261121T224303Z.sql.gz',
    'stockie-20261121T224302Z.unverified.sql.gz',
    'stockie-20261121T224309Z.sql.gz.part',
    'stockie-20269921T224309Z.sql.gz',
    'holidays.sql.gz',
  ]) {
    await writeFile(path.join(folder, name), '12345')
  }
  const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 22, 43, second))
  const file = (name: string) => path.join(folder, name)
  expect(await listBackups(folder)).toEqual([
    {
      file: file('stockie-before-upgrade-20261121T224303Z.sql.gz'),
      madeAt: at(3),
      beforeUpgrade: true,
      verified: true,
      bytes: 5,
    },
    {
      file: file('stockie-20261121T224302Z.unverified.sql.gz'),
      madeAt: at(2),
      beforeUpgrade: false,
      verified: false,
      bytes: 5,
    },
    {
      file: file('stockie-20261121T224300Z.sql.gz'),
      madeAt: at(0),
      beforeUpgrade: false,
      verified: true,
      bytes: 5,
    },
  ])
})

test('listBackups returns an empty list for a missing folder', async () => {
  expect(await listBackups(path.join(folder, 'not-there'))).toEqual([])
})

test('listBackups rejects a path that is not a folder with a readable message', async () => {
  const file = path.join(folder, 'file')
  await writeFile(file, '')
  await expect(listBackups(file)).rejects.toThrow(`The folder ${file} is not a folder`)
})

test('parseBackupName reads back what formatBackupName wrote', () => {
  const madeAt = new Date('2026-11-21T22:43:00Z')
  for (const verified of [true, false]) {
    for (const beforeUpgrade of [true, false]) {
      const name = formatBackupName(madeAt, { verified, beforeUpgrade })
      expect(parseBackupName(name)).toEqual({ madeAt, verified, beforeUpgrade })
    }
  }
})
