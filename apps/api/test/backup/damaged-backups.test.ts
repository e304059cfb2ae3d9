import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import {
  backUp,
  readShopContents,
  createTempFolder,
  openBackupShop,
  restore,
  rewriteBackup,
} from './backup-fixture'

const damages: [string, (file: string) => Promise<string>, string][] = [
  [
    'an edited row',
    (file) => rewriteBackup(file, (text) => text.replace('Rent', 'Bent')),
    'was changed after the backup was made',
  ],
  [
    'an edited row with a valid checksum',
    (file) => rewriteBackup(file, (text) => text.replace('Rent', 'Bent'), { updateChecksum: true }),
    'activities: the rows differ from those in the file',
  ],
  [
    'a missing row with a valid checksum',
    (file) =>
      rewriteBackup(file, (text) => text.replace(/(COPY "expenses"[^\n]*\n)[^\n]+\n/, '$1'), {
        updateChecksum: true,
      }),
    'rows in the file,',
  ],
  [
    'a line of a sale that does not exist, with a valid checksum',
    (file) =>
      rewriteBackup(
        file,
        (text) => text.replace(/(COPY "sale_lines" \("id", "sale_id"[^\n]*\n\d+\t)\d+/, '$1999999'),
        { updateChecksum: true },
      ),
    'violates foreign key constraint "sale_lines_sale_id_fkey"',
  ],
  [
    'another creation date',
    (file) => rewriteBackup(file, (text) => text.replace('"madeAt":"2', '"madeAt":"3')),
    'was changed after the backup was made',
  ],
  [
    'another figure with a valid checksum',
    (file) =>
      rewriteBackup(file, (text) => text.replace(/"salesTotal":"\d/, '"salesTotal":"9'), {
        updateChecksum: true,
      }),
    'salesTotal: 9',
  ],
  [
    'an added line of SQL',
    (file) =>
      rewriteBackup(file, (text) => text.replace('COMMIT;', 'DROP TABLE users;\nCOMMIT;'), {
        updateChecksum: true,
      }),
    'was changed after the backup was made',
  ],
  [
    'a newer schema',
    (file) =>
      rewriteBackup(
        file,
        (text) => text.replace('"migrations":[', '"migrations":[{"name":"9_new","checksum":"x"},'),
        { updateChecksum: true },
      ),
    'was made by a newer Stockie (0.',
  ],
  [
    'a newer format',
    (file) =>
      rewriteBackup(file, (text) => text.replace('"format":1', '"format":2'), {
        updateChecksum: true,
      }),
    'was made by a newer Stockie (0.',
  ],
  [
    'a version with a terminal escape sequence',
    (file) =>
      rewriteBackup(file, (text) => text.replace('"stockie":"', '"stockie":"\\u001b[2J'), {
        updateChecksum: true,
      }),
    'is not a backup of Stockie',
  ],
  [
    'another program’s text',
    (file) => rewriteBackup(file, () => 'select 1;\n-- sha256'),
    'is not a backup of Stockie',
  ],
  [
    'a truncated end',
    (file) => rewriteBackup(file, (text) => text.slice(0, -9000)),
    'is incomplete',
  ],
]

// @holds asvs 16.4.1
test('a restore refuses a damaged, edited, foreign or newer file and leaves the shop unchanged @long', async () => {
  const url = await openBackupShop('e2e')
  const { file } = await backUp(url, await createTempFolder())
  const before = await readShopContents(url)
  for (const [what, damage, sentence] of damages) {
    const damaged = await damage(file)
    const outcome = await restore(url, damaged).then(() => 'Restored.', String)
    expect([what, outcome]).toEqual([what, expect.stringContaining(sentence)])
  }
  const bytes = await readFile(file)
  const write = async (name: string, content: Buffer) => {
    await writeFile(`${file}.${name}`, content)
    return `${file}.${name}`
  }
  const half = Math.floor(bytes.length / 2)
  await expect(restore(url, await write('half', bytes.subarray(0, half)))).rejects.toThrow(
    'is incomplete',
  )
  for (const at of [half, bytes.length - 6, 40]) {
    const flipped = Buffer.from(bytes)
    flipped[at] = (flipped[at] ?? 0) ^ 1
    await expect(restore(url, await write('flipped', flipped))).rejects.toThrow(file)
  }
  await expect(restore(url, await write('text', Buffer.from('hello')))).rejects.toThrow(
    'is damaged',
  )
  await expect(restore(url, `${file}.none`)).rejects.toThrow(`There is no file ${file}.none`)
  expect(await readShopContents(url)).toEqual(before)
})
