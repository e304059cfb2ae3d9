import { startServer } from '@stockie/testkit/server-process'
import { startStockie } from '@stockie/testkit/stockie-server'
import { anchorFile, type Bench, type Size } from '#src/bench'
import { touchSale } from './small-writes'

/** Starts a Stockie with the large shop and one with a tenth of it. */
export async function startBothSizes(bench: Bench) {
  return { large: await startSize(bench, '1m'), small: await startSize(bench, '100k') }
}

async function startSize(bench: Bench, size: Size) {
  const database = await bench.database(size)
  const stockie = await startStockie(bench, database.url)
  return { server: stockie, headers: stockie.headers, write: touchSale(database) }
}

/** Starts Stockie, the bare server and the ordinary one with the same shop. */
export async function startReaders(bench: Bench, size: Size) {
  const database = await bench.database(size)
  const env = { DATABASE_URL: database.url }
  const start = (name: string, file: string) =>
    startServer(bench, { name, file: anchorFile(file), env })
  return {
    database,
    stockie: await startStockie(bench, database.url),
    anchor: await start('node:http + pg', 'reads/bare.mjs'),
    ordinary: await start('Express + Prisma', 'reads/ordinary.ts'),
  }
}
