import { inflateRawSync } from 'node:zlib'
import { apiRoot, downloadTicket } from '@stockie/contracts'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import { startStockie, type Stockie } from '@stockie/testkit/stockie-server'
import pg from 'pg'
import { assertSameAnswers, readJson } from '#src/answers'
import type { Measure } from '#src/bench'
import { inRounds } from '#src/rounds'
import { isUnsteady, median, ratios } from '#src/scoring'

/** The tables of the export. */
const tables = [
  'products',
  'categories',
  'customers',
  'suppliers',
  'sales',
  'sale_lines',
  'returns',
  'return_lines',
  'day_sheets',
  'purchases',
  'purchase_lines',
  'expenses',
  'expense_categories',
  'stock_movements',
  'stock_counts',
  'stock_count_products',
]

/** H5: PostgreSQL's own CSV has no names of accounts and no moments, protects no texts, and is not compressed. */
export const exportOfEverything: Measure = {
  row: {
    id: 'H5',
    name: 'export of everything with 100,000 sales, to the last byte',
    anchor: 'copy … to stdout (format csv) of the same tables',
    goal: { atMost: 6 },
    moonshot: { atMost: 3 },
  },
  async run(bench) {
    const database = await bench.database('100k')
    const stockie = await startStockie(bench, database.url)
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    bench.onEnd(() => client.end())

    bench.progress('warming up')
    const archive = await download(stockie)
    await assertAllItems(archive, database)
    const copied = await copyTables(client)
    const found = await inRounds(bench, {
      stockie: () => measureTime(() => download(stockie)),
      anchor: () => measureTime(() => copyTables(client)),
    })
    return {
      rounds: ratios(found.stockie, found.anchor),
      noisy: isUnsteady(found.anchor),
      shown: [
        `${median(found.stockie).toFixed(0)} ms for an archive of ${(archive.length / 1e6).toFixed(1)} MB`,
        `${median(found.anchor).toFixed(0)} ms to copy ${copied.toLocaleString('en')} rows`,
      ],
    }
  },
}

async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Downloads everything as the web app does. */
async function download({ origin, headers }: Stockie): Promise<Buffer> {
  const request = { method: 'POST', path: `${apiRoot}/export/ticket`, headers }
  const { url } = downloadTicket.parse(await readJson({ origin }, request))
  const response = await fetch(`${origin}${url}`)
  if (!response.ok) throw new Error(`The export was answered with ${response.status}.`)
  return Buffer.from(await response.arrayBuffer())
}

/** Returns the number of rows. Without a handler, pg receives what is copied and drops it. */
async function copyTables(client: pg.Client): Promise<number> {
  let copied = 0
  for (const table of tables) {
    const { rowCount } = await client.query(`copy ${table} to stdout (format csv, header)`)
    copied += rowCount ?? 0
  }
  return copied
}

/** The items are most of the rows, and have no line ends in their cells. */
async function assertAllItems(archive: Buffer, { query }: ShopDatabase): Promise<void> {
  const lines = readZipEntry(archive, 'sale-items.csv').toString().trimEnd().split('\r\n')
  const [stored] = await query<{ count: number }>(
    `select count(*)::integer as count from sale_lines join sales on sales.id = sale_id
      where deleted_at is null`,
  )
  assertSameAnswers('the number of items', lines.length - 1, stored?.count)
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50

/** Reads a file of an archive by its central directory. For archives below 4 GB, without a comment. */
function readZipEntry(archive: Buffer, wanted: string): Buffer {
  const end = archive.length - 22
  if (end < 0 || archive.readUInt32LE(end) !== endSignature) throw new Error('No complete archive.')
  let at = archive.readUInt32LE(end + 16)
  while (archive.readUInt32LE(at) === entrySignature) {
    const [size, start] = [archive.readUInt32LE(at + 20), archive.readUInt32LE(at + 42)]
    const nameLength = archive.readUInt16LE(at + 28)
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    if (name === wanted) {
      const extra = archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28)
      return inflateRawSync(archive.subarray(start + 30 + extra, start + 30 + extra + size))
    }
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  throw new Error(`The archive has no ${wanted}.`)
}
