import { setTimeout as wait } from 'node:timers/promises'
import { importLimits } from '@stockie/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readImportFile } from '#src/modules/imports/import-file'
import { createImportClient } from '#test/support/import-client'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { createUser } from '#test/support/test-users'
import { createWorkbook, stateSize, textRow, workbookParts, zipTexts } from '#test/support/workbook'

let api: TestApi
let shop: TestShop
let client: ReturnType<typeof createImportClient>
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
  client = createImportClient(api, shop.token)
})
afterAll(() => api.stop())

/** The last import of which anything is stored. An upload removes old ones, so their number says nothing. */
async function findLastStored() {
  const { rows } = await api.pool.query<{ id: number | null }>(
    'select greatest((select max(id) from imports), (select max(import_id) from import_rows)) as id',
  )
  return rows[0]?.id
}

/** Uploads a file, and checks that it is refused, that nothing is stored, and that the next file is read. */
async function refuse(file: string | Buffer): Promise<string> {
  const before = await findLastStored()
  const { status, body } = await client.send('customers', file)
  expect({ status, body }).toMatchObject({ status: 422, body: { errors: [{ path: 'file' }] } })
  expect(await findLastStored()).toBe(before)
  expect((await client.send('customers', 'Name\nBen\n')).status).toBe(201)
  return Object(body).errors[0].message
}

const noTable = 'This file holds no table. Choose a CSV or an XLSX file.'
const unreadable = 'This file cannot be read. Save it as XLSX or CSV again.'
const tooLarge = 'This file takes too much time or memory. Cut it into smaller files.'
const tooManyRows = 'This file has more than 100,000 rows. Cut it into smaller files.'
const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')
const workbook = createWorkbook(textRow(1, 'Name') + textRow(2, 'Ben'))
const columns = Array.from({ length: 300 }, (_, place) => `Column ${place}`).join(',')

async function expectRefusal(_name: string, file: string | Buffer, message: string): Promise<void> {
  expect(await refuse(file)).toBe(message)
}

test.each([
  ['a DOCX file', zipTexts({ 'word/document.xml': '<document/>' }), noTable],
  [
    'a file of an old Excel',
    Buffer.from('d0cf11e0a1b11ae100000000', 'hex'),
    'This is a file of an old Excel, or it has a password. Save it as XLSX or CSV.',
  ],
  ['an empty file', '', 'This file is empty.'],
  ['a header without rows', 'Name,Phone\n,\n', 'This file has a header, but no rows.'],
  [
    'a header of 300 columns',
    `${columns}\n1,2\n`,
    'This file has 300 columns. At most 250 can be imported.',
  ],
  ['100,001 rows', `Name\n${'a\n'.repeat(100_001)}`, tooManyRows],
  [
    'quotation marks that never end',
    'Name,Phone\n"Ben,1\nCem,2\n',
    'A quotation mark in row 2 is opened but never closed. Save the file as CSV again.',
  ],
  ['NUL bytes', 'Name\nBen\nCe\0m\n', 'Row 3 has a character that cannot be stored.'],
  ['the first half of an XLSX file', workbook.subarray(0, workbook.length / 2), unreadable],
  ['broken XML', createWorkbook('<row r="1"><c r="A1"><v>1</row>'), unreadable],
])('an upload refuses %s with a sentence', expectRefusal)

test.each([
  ['a PNG file', png, noTable],
  ['a PDF file', '%PDF-1.7\n1 0 obj\n', noTable],
  ['an HTML page', '\n<!DOCTYPE html>\n<p>Name</p>', noTable],
  ['a JSON file', '[{"name": "Ben"},\n{"name": "Cem"}]', noTable],
  ['an ODS file', zipTexts({ mimetype: 'spreadsheet', 'content.xml': '<a/>' }), noTable],
  ['a byte order mark', '\uFEFF', 'This file is empty.'],
  ['blanks and delimiters', ' \n,,,\n\n', 'This file is empty.'],
  ['an empty sheet', createWorkbook(''), 'This file is empty.'],
  [
    'a row of 300 cells',
    `Name\n${columns}\n`,
    'This file has 300 columns. At most 250 can be imported.',
  ],
  ['20 MB of short rows', `Name\n${'a\n'.repeat(10_000_000)}`, tooManyRows],
  [
    'an escaped NUL',
    createWorkbook(textRow(1, 'Name') + textRow(2, '_x0000_')),
    'Row 2 has a character that cannot be stored.',
  ],
  [
    'an XLSX file without its sheet',
    zipTexts({ 'xl/workbook.xml': workbookParts('')['xl/workbook.xml'] }),
    unreadable,
  ],
])('an upload refuses %s with a sentence @long', expectRefusal)

/** Stores nothing. */
const receiver = { begin: async () => {}, store: async () => {}, end: async () => 'read' }
const tooManyBytes = 'This file unpacks to more than 128 MB. Save its first sheet as CSV.'
const megabyte = 1024 * 1024
const blanks = createWorkbook(' '.repeat(200 * megabyte))

async function expectSmallRefusal(_name: string, file: Buffer, message: string): Promise<void> {
  expect(file.length).toBeLessThan(300_000)
  expect(await refuse(file)).toBe(message)
}

test.each([['that unpacks to 200 MB', blanks, tooManyBytes]])(
  'an upload refuses an XLSX file of some kB %s',
  expectSmallRefusal,
)

test.each([
  [
    'whose directory states 4 GB',
    stateSize(workbook, 'xl/worksheets/sheet1.xml', 4_294_967_294),
    tooManyBytes,
  ],
  [
    'whose directory states 1 kB for 200 MB',
    stateSize(blanks, 'xl/worksheets/sheet1.xml', 1000),
    unreadable,
  ],
  // V8 ends its process at once if an array grows beyond the memory.
  [
    'with a cell in a column far away',
    createWorkbook(textRow(1, 'Name').replace('A1', 'AAAAAAA1')),
    tooLarge,
  ],
])('an upload refuses an XLSX file of some kB %s @long', expectSmallRefusal)

/** A workbook whose rows all have the same long text, which it stores once. */
function repeatText(rows: number): Buffer {
  const text = 'x'.repeat(importLimits.cell)
  const sheet = Array.from(
    { length: rows },
    (_, row) => `<row r="${row + 2}"><c r="A${row + 2}" t="s"><v>0</v></c></row>`,
  )
  return createWorkbook(textRow(1, 'Name') + sheet.join(''), {
    'xl/sharedStrings.xml': `<sst><si><t>${text}</t></si></sst>`,
  })
}

test('an upload refuses an XLSX file of some kB whose cells repeat a text to more than 64 million characters @long', async () => {
  const file = repeatText(6711)
  expect(file.length).toBeLessThan(300_000)
  expect(await refuse(file)).toBe(
    'This file has more text than fits into memory. Cut it into smaller files.',
  )
  await expect(readImportFile(repeatText(6710), receiver)).resolves.toBe('read')
})

test('reading a file ends at its deadline @long', async () => {
  const file = createWorkbook(textRow(1, 'x'.repeat(60 * megabyte)))
  await expect(readImportFile(file, receiver, 1000)).rejects.toMatchObject({
    errors: [{ path: 'file', message: tooLarge }],
  })
  await expect(readImportFile(workbook, receiver)).resolves.toBe('read')
})

test('an upload of more than 20 MB answers 413 @long', async () => {
  const largest = Buffer.alloc(20 * megabyte, 'a')
  expect(await refuse(largest)).toBe('This file has a header, but no rows.')
  const { status } = await client.send('customers', Buffer.concat([largest, Buffer.from('a')]))
  expect(status).toBe(413)
})

test('a second upload waits for the first one @long', async () => {
  const other = await createUser(api.pool)
  const token = api.tokens.sign({ userId: other.id, version: 0 })
  const ends: string[] = []
  const send = async (name: string, { send: upload }: Pick<typeof client, 'send'>) => {
    ends.push(`${name} ${(await upload('customers', 'Name\nBen\n')).status}`)
  }
  const blocker = await api.pool.connect()
  try {
    await blocker.query(`begin; select from users where id = ${shop.user.id} for update`)
    const first = send('first', client)
    await waitForBlocked()
    const second = send('second', createImportClient(api, token))
    await wait(1000)
    await blocker.query('rollback')
    await Promise.all([first, second])
  } finally {
    blocker.release()
  }
  expect(ends).toEqual(['first 201', 'second 201'])
})

async function waitForBlocked(): Promise<void> {
  const isBlocked = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  while ((await api.pool.query(isBlocked)).rowCount === 0) await wait(20)
}
