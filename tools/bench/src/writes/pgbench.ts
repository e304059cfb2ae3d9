import { execFile } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Bench } from '#src/bench'
import { postgresCpuIfKnown } from '#src/postgres-cpu'
import { median } from '#src/scoring'

const run = promisify(execFile)
const debian = '/usr/lib/postgresql'

/** On the PATH, or where Debian puts it, which is not on the PATH. */
export async function findPgbench(): Promise<string | undefined> {
  const versions = await readdir(debian).catch(() => [])
  const newestFirst = versions.toSorted((one, other) => Number(other) - Number(one))
  const files = newestFirst.map((version) => path.join(debian, version, 'bin/pgbench'))
  for (const file of ['pgbench', ...files]) {
    const found = await run(file, ['--version']).catch(() => undefined)
    if (found) return file
  }
  return undefined
}

const lines = [1, 2, 3]
const column = (of: (line: number) => string) => `array[${lines.map(of).join(', ')}]`

/** In the order of the statement's parameters. */
const values = [
  `${column((line) => `:product${line}`)}::int[]`,
  `${column((line) => `:price${line}`)}::int[]`,
  `${column((line) => `:quantity${line}`)}::int[]`,
  `${column((line) => `:total${line}`)}::numeric[]`,
  ':customer',
  'current_date',
  '0',
  '0',
  ':total',
  'null',
  '1',
  'gen_random_uuid()::text',
  `sha256('pgbench')`,
  '(select token_version from users where id = 1)',
  `sha256('a session')`,
]

/** Stockie's statement as a script of pgbench, which sells what the load sells. */
function saleScript(statement: string): string {
  const chosen = lines.map(
    (line) => `\\set product${line} random(1, 10000)
\\set price${line} random(1, 90)
\\set quantity${line} random(1, 3)
\\set total${line} :price${line} * :quantity${line}`,
  )
  const text = statement.replaceAll(/\$(\d+)/g, (_parameter, number: string) => {
    const value = values[Number(number) - 1]
    if (value === undefined) throw new Error(`The statement has a parameter $${number} more.`)
    return value
  })
  const whole = `\\set total ${lines.map((line) => `:total${line}`).join(' + ')}`
  return [...chosen, whole, '\\set customer random(1, 5000)', `${text.trim()};\n`].join('\n')
}

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

/** A line for each side: what it came to in the middle of its rounds. */
export function showSold(measured: Record<string, Sold[]>): string[] {
  return Object.entries(measured).map(([side, rounds]) => {
    const rate = Math.round(median(rounds.map(({ perSecond }) => perSecond)))
    const cpu = median(rounds.map((round) => round.cpu.postgres))
    return `${side} ${rate} sales/s, ${cpu.toFixed(3)} ms of PostgreSQL a sale`
  })
}
