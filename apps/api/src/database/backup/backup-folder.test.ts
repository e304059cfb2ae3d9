import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listBackups, readFileName, toFileName } from './backup-folder'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-list-'))))
afterAll(() => rm(folder, { recursive: true }))

test('lists the backups newest first and says which were verified', async () => {
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

test('a folder that is not there has none', async () => {
  expect(await listBackups(path.join(folder, 'not-there'))).toEqual([])
})

test('a folder that cannot be read is told in a sentence', async () => {
  const file = path.join(folder, 'file')
  await writeFile(file, '')
  await expect(listBackups(file)).rejects.toThrow(`The folder ${file} is not a folder`)
})

test('reads from a name what was written into it', () => {
  const madeAt = new Date('2026-11-21T22:43:00Z')
  for (const verified of [true, false]) {
    for (const beforeUpgrade of [true, false]) {
      const name = toFileName(madeAt, { verified, beforeUpgrade })
      expect(readFileName(name)).toEqual({ madeAt, verified, beforeUpgrade })
    }
  }
})
