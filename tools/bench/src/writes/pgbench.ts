import { execFile } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Bench } from '#src/bench'
import { postgresCpuIfKnown } from '#src/postgres-cpu'
import { median } from '#src/scoring'

const run = promisify(execFile)
const debianFolder = '/usr/lib/postgresql'

/** Searches the PATH, and then Debian's folders, which are not on the PATH. */
export async function findPgbench(): Promise<string | undefined> {
  const versions = await readdir(debianFolder).catch(() => [])
  const newestFirst = versions.toSorted((one, other) => Number(other) - Number(one))
  const files = newestFirst.map((version) => path.join(debianFolder, version, 'bin/pgbench'))
  for (const file of ['pgbench', ...files]) {
    const found = await run(file, ['--version']).catch(() => undefined)
    if (found) return file
  }
  return undefined
}

const lines = [1, 2, 3]
const array = (variableOf: (line: number) => string) => `array[${lines.map(variableOf).join(', ')}]`

/** In the order of the statement's parameters. */
const parameters = [
  `${array((line) => `:product${line}`)}::int[]`,
  `${array((line) => `:price${line}`)}::int[]`,
  `${array((line) => `:quantity${line}`)}::int[]`,
  `${array((line) => `:total${line}`)}::numeric[]`,
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

/** Stockie's statement as a pgbench script, with the same random sales as the load. */
function createSaleScript(statement: string): string {
  const lineVariables = lines.map(
    (line) => `\\set product${line} random(1, 10000)
\\set price${line} random(1, 90)
\\set quantity${line} random(1, 3)
\\set total${line} :price${line} * :quantity${line}`,
  )
  const text = statement.replaceAll(/\$(\d+)/g, (_parameter, number: string) => {
    const value = parameters[Number(number) - 1]
    if (value === undefined) throw new Error(`The statement has an unknown parameter $${number}.`)
    return value
  })
  // pgbench takes a colon before a letter for a variable, even in a text.
  const script = text.replaceAll('HH24:MI:SS', 'HH24":"MI":"SS')
  const total = `\\set total ${lines.map((line) => `:total${line}`).join(' + ')}`
  return [...lineVariables, total, '\\set customer random(1, 5000)', `${script.trim()};\n`].join(
    '\n',
  )
}

export type PgbenchResult = {
  perSecond: number
  /** Milliseconds of CPU time of PostgreSQL per sale. */
  cpu: { postgres: number }
}

const connections = 16

/** Records sales with pgbench for the duration of a load; rejects if a sale fails. */
export async function runPgbench(
  bench: Bench,
  { pgbench, url, statement }: { pgbench: string; url: string; statement: string },
): Promise<PgbenchResult> {
  const script = path.join(bench.folder, 'sale.sql')
  await writeFile(script, createSaleScript(statement))
  const clients = ['--client', String(connections), '--jobs', '1', '--time', String(bench.seconds)]
  const before = await postgresCpuIfKnown(bench)
  const protocol = ['--no-vacuum', '--protocol', 'prepared', '--file', script]
  const { stdout } = await promisify(execFile)(pgbench, [
    ...clients,
    ...protocol,
    withoutParameters(url),
  ])
  const cpu = (await postgresCpuIfKnown(bench)) - before
  const sales = readFigure(stdout, /actually processed: (\d+)/)
  if (readFigure(stdout, /failed transactions: (\d+)/) > 0) throw new Error(stdout)
  return { perSecond: readFigure(stdout, /tps = ([\d.]+)/), cpu: { postgres: cpu / sales } }
}

function readFigure(text: string, pattern: RegExp): number {
  const figure = pattern.exec(text)?.[1]
  if (figure === undefined) throw new Error(`pgbench printed no match for ${pattern}:\n${text}`)
  return Number(figure)
}

/** Describes the medians of each side in a line. */
export function describeSaleRates(measured: Record<string, PgbenchResult[]>): string[] {
  return Object.entries(measured).map(([side, rounds]) => {
    const rate = Math.round(median(rounds.map(({ perSecond }) => perSecond)))
    const cpu = median(rounds.map((round) => round.cpu.postgres))
    return `${side} ${rate} sales/s, CPU per sale ${cpu.toFixed(3)} ms in PostgreSQL`
  })
}

/** The pgbench of PostgreSQL 15 refuses parameters that newer ones know. The bench's own server needs none. */
function withoutParameters(url: string): string {
  const address = new URL(url)
  address.search = ''
  return address.href
}
