import { expect, test } from 'vitest'

import { readCsv, readXlsx } from '@/test/exported-files'
import type { ExportCell, ExportedColumn } from './export-plan'
import { writeCsv } from './file-writers'
import { readInSlices } from './row-slices'
import { writeSheet } from './xlsx-sheet'

const columns: ExportedColumn[] = [
  { title: 'Name', kind: 'plain' },
  { title: 'Amount', kind: 'money' },
  { title: 'Day', kind: 'day' },
  { title: 'Time', kind: 'instant' },
]

const texts = [
  '=1+1',
  '+49 30 123',
  '-5',
  '@SUM(A1)',
  "'tis",
  '\ttab',
  'Jörg "Jo" <Weiß> & 🧡',
  'two\nlines',
  'a\r\nb',
  ' outer ',
  'a,b;c',
  'constructor',
  '__proto__',
  '_x0041_ and _x5F_',
  '1e5',
]

async function* toRows(rows: ExportCell[][]) {
  await Promise.resolve()
  yield* rows
}

const rows = texts.map((text, place): ExportCell[] => [
  text,
  place / 4,
  '2026-11-26',
  '2026-11-26T09:30:15.000Z',
])

test('a CSV file has a byte order mark, plain numbers, ISO days and times, and protected texts', async () => {
  const file = await writeCsv(columns, toRows([...rows, [null, -1, null, null]]), ',')
  expect(file.type).toBe('text/csv;charset=utf-8')
  const bytes = new Uint8Array(await file.arrayBuffer())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const [titles, ...records] = readCsv(new TextDecoder().decode(bytes))
  expect(titles).toEqual(['Name', 'Amount', 'Day', 'Time'])
  const isRisky = /^[=+\-@\t\r']/
  expect(records.slice(0, -1)).toEqual(
    rows.map(([text, amount, ...times]) => [
      isRisky.test(String(text)) ? `'${text}` : text,
      String(amount),
      ...times,
    ]),
  )
  expect(records.at(-1)).toEqual(['', '-1', '', ''])
})

test('a CSV file of many parts has all rows in their order', async () => {
  const many = Array.from({ length: 20_000 }, (_, place): ExportCell[] => [`Row ${place} ä`, place])
  const file = await writeCsv(columns.slice(0, 2), toRows(many), ';')
  expect(file.size).toBeGreaterThan(256 * 1024)
  const [, ...records] = readCsv((await file.text()).replace('\uFEFF', ''), ';')
  expect(records).toEqual(many.map((row) => row.map(String)))
})

test('an XLSX file has texts as they are, real numbers, days and times, and no formula', async () => {
  const file = await writeSheet('orders', columns, toRows([...rows, [null, -1, null, '']]))
  const { rows: read, formats, sheet } = readXlsx(new Uint8Array(await file.arrayBuffer()))
  expect(file.type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  expect(read[0]).toEqual(['Name', 'Amount', 'Day', 'Time'])
  const moment = new Date('2026-11-26T09:30:15Z')
  const shown = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000)
  for (const [place, text] of texts.entries()) {
    expect(read[place + 1]).toEqual([text, place / 4, new Date('2026-11-26'), shown])
  }
  expect(read.at(-1)?.slice(0, 3)).toEqual([null, -1, null])
  expect(formats).toEqual([undefined, '#,##0.00', 'yyyy-mm-dd', 'yyyy-mm-dd hh:mm:ss'])
  expect(sheet).not.toMatch(/<f[ >]/)
})

test('an XLSX file has a frozen header and widths that fit the texts', async () => {
  const file = await writeSheet(
    'orders',
    columns,
    toRows([['A name of 30 characters, or so'], ['x'.repeat(500)]]),
  )
  const { sheet } = readXlsx(new Uint8Array(await file.arrayBuffer()))
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" state="frozen"')
  const widths = [...sheet.matchAll(/<col [^>]*width="(\d+)"/g)].map(([, width]) => Number(width))
  expect(widths).toEqual([60, 12, 12, 20])
})

test('an XLSX file keeps days as texts that spreadsheets do not know', async () => {
  const day = columns.slice(2, 3)
  const file = await writeSheet(
    'orders',
    day,
    toRows([['1899-12-31'], ['1900-03-01'], ['9999-12-31']]),
  )
  const { rows: read } = readXlsx(new Uint8Array(await file.arrayBuffer()))
  expect(read.slice(1).flat()).toEqual([
    '1899-12-31',
    new Date('1900-03-01'),
    new Date('9999-12-31'),
  ])
})

/** A clock on which each item takes 1 ms, and which counts the pauses. */
function fakeClock() {
  const clock = { time: 0, pauses: 0, now: () => clock.time, pause }
  function pause(goOn: () => void) {
    clock.pauses += 1
    queueMicrotask(goOn)
  }
  return clock
}

test('rows come in slices of 8 ms with progress between them, and none come after a cancellation', async () => {
  const clock = fakeClock()
  const controller = new AbortController()
  const items = Array.from({ length: 100 }, (_, place) => place)
  const progress: number[] = []
  const read: ExportCell[] = []
  const source = readInSlices(
    {
      items,
      toRows: (item) => {
        clock.time += 1
        return [[item]]
      },
      signal: controller.signal,
      onProgress: (done) => {
        progress.push(done)
        if (progress.length === 3) controller.abort()
      },
    },
    clock,
  )
  await expect(async () => {
    for await (const row of source) read.push(...row)
  }).rejects.toThrow(/abort/i)
  expect(progress).toEqual([7, 15, 23])
  expect(read).toEqual(items.slice(0, 24))
  expect(clock.pauses).toBe(3)
})
