import { startServer } from '@stockie/stage/start-server'
import { startStockie } from '@stockie/stage/start-stockie'
import { anchorFile } from '#src/anchor-file'
import type { Bench } from '#src/bench'
import type { Size } from '#src/sizes'

/** Stockie, the bare server and the ordinary one over one and the same shop. */
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
