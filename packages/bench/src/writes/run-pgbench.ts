import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Bench } from '#src/bench'
import { postgresCpuIfKnown } from '#src/postgres-cpu-if-known'
import { saleScript } from './sale-script'

export type Sold = {
  perSecond: number
  /** Milliseconds of PostgreSQL's processor a sale. */
  cpu: { postgres: number }
}

const connections = 16

/** Records sales by pgbench for as long as a load lasts; one that fails ends it. */
export async function runPgbench(
  bench: Bench,
  { pgbench, url, statement }: { pgbench: string; url: string; statement: string },
): Promise<Sold> {
  const script = path.join(bench.folder, 'sale.sql')
  await writeFile(script, saleScript(statement))
  const clients = ['--client', String(connections), '--jobs', '1', '--time', String(bench.seconds)]
  const before = await postgresCpuIfKnown(bench)
  const sent = ['--no-vacuum', '--protocol', 'prepared', '--file', script]
  const { stdout } = await promisify(execFile)(pgbench, [...clients, ...sent, url])
  const cpu = (await postgresCpuIfKnown(bench)) - before
  const sales = read(stdout, /actually processed: (\d+)/)
  if (read(stdout, /failed transactions: (\d+)/) > 0) throw new Error(stdout)
  return { perSecond: read(stdout, /tps = ([\d.]+)/), cpu: { postgres: cpu / sales } }
}

function read(text: string, figure: RegExp): number {
  const found = figure.exec(text)?.[1]
  if (found === undefined) throw new Error(`pgbench says nothing of ${figure}.\n${text}`)
  return Number(found)
}
