import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { formatBackupName } from '#src/database/backup/backup-folder'
import { type EmbeddedServer, openEmbeddedServer } from '#src/database/embedded/embedded-server'
import { leastBackup } from '#test/backup/backup-fixture'
import { openProgram } from '#test/support/built-program'
import { withClient } from '#test/support/database/database-server'
import { testSecret } from '#test/support/test-api'

/**
 * Faults that the doctor must report: the check, the SQL that causes the fault, and the expected findings.
 */
export const doctorFaults: [check: string, sql: string, ...found: RegExp[]][] = [
  [
    'Schema',
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('x', 'x', '29990101000000_later', now())`,
    /The database is newer than this version of Stockie/,
  ],
  ['Schema', `update _prisma_migrations set checksum = 'x'`, /was edited after/],
  ['Accounts', 'update users set removed_at = now() where role = 1', /The shop has no owner/],
  [
    'Stock',
    'update products set stock = stock + 7 where id = 1',
    /^This rule is broken: The stock of every product is the sum of its movements\. Violations: product id 1, name .+, stock \d+, ledger stock \d+\. Only a change made outside Stockie can cause this: report it, run npm run doctor -- --repair-stock to set the stock to the sum of its movements, then count these products and correct them under Products\.$/,
  ],
  [
    'Stock',
    'update stock_movements set delta = delta - 1, balance = balance - 1 where id = (select min(id) from stock_movements where sale_id = 1)',
    /The balance of every movement/,
    /The stock of every product/,
    /moved the stock by the quantities of its lines\. .+: report it, and restore a backup from before that change\.$/,
  ],
  [
    'Totals',
    `update sales set subtotal = subtotal + 1, total_amount = total_amount + 1 where id = 1;
     update journal set amount = amount + 1 where source = 'sales' and document_id = 1`,
    /: For every day, the sales, returns and purchases in the reports are the sums of that day's documents\. Violations: source sales, day .+, posted .+, due /,
    /: The subtotal of every sale and the total of every purchase is the sum of its lines\. Violations: source sales, document id 1, total .+, lines .+ restore a backup from before that change\.$/,
  ],
  [
    'Journal',
    `delete from journal where source = 'sales' and document_id = 1`,
    /: The journal of every sale, return, purchase and expense adds up to its present day and amount\. Violations: source sales, document id 1, /,
  ],
  [
    'Records',
    'update stock_movements set user_id = 999',
    /Records, cash counts, stock movements and activities name only accounts that exist\. Violations: (source stock_movements, record id \d+, user id 999[;.] ){3}/,
    /The stock movements of every sale, return and purchase name .+; and \d+ more\./,
  ],
]

export type Finding = { check: string; state: string; found: string }
type Examined = {
  code: number | null
  /** The names of all checks, in order. */
  checks: string[]
  /** Without the disk: its free space depends on the machine. */
  findings: Finding[]
  problems: Finding[]
}

/** Prepares shops that a test can damage, and the built doctor to examine them. */
export function prepareDoctor() {
  const program = openProgram()
  let folder: string
  /** Its own server, because the test run's server has fsync off, which the doctor reports. */
  let server: EmbeddedServer
  const now = Date.now()

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-doctor-'))
    await chmod(folder, 0o755)
    await backUp('backups', 0)
    server = await openEmbeddedServer({ home: path.join(folder, 'server'), serving: false })
    await withClient(server.url, (client) => client.query('create database healthy'))
    const args = ['--profile', 'e2e']
    const { stderr } = await program.run('seed', { args, env: { DATABASE_URL: urlOf('healthy') } })
    if (stderr) throw new Error(stderr)
  })
  afterAll(async () => {
    await server.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  })

  function urlOf(name: string): string {
    const url = new URL(server.url)
    url.pathname = name
    return url.href
  }

  async function backUp(
    into: string,
    daysAgo: number,
    { verified = true, content = leastBackup } = {},
  ): Promise<void> {
    await mkdir(path.join(folder, into), { recursive: true })
    const madeAt = new Date(now - daysAgo * 86_400_000)
    const name = formatBackupName(madeAt, { beforeUpgrade: false, verified })
    await writeFile(path.join(folder, into, name), content)
  }

  /** A copy of the healthy shop, or of another template, that a test can damage. */
  async function copyShop(template = 'healthy'): Promise<string> {
    const name = `shop_${randomBytes(6).toString('hex')}`
    const copy = `create database ${name} template ${template} strategy file_copy`
    await withClient(server.url, (client) => client.query(copy))
    return urlOf(name)
  }

  /** Runs SQL with all triggers disabled, as only a superuser can. */
  const force = (url: string, sql: string) =>
    withClient(url, (client) => client.query(`set session_replication_role = replica; ${sql}`))

  const settings = (url: string, more: Record<string, string> = {}): Record<string, string> => ({
    DATABASE_URL: url,
    JWT_SECRET: testSecret,
    STORE_TIME_ZONE: 'Europe/Berlin',
    BACKUP_FOLDER: path.join(folder, 'backups'),
    ...more,
  })

  async function examine(env: Record<string, string>): Promise<Examined> {
    const { code, stdout, stderr } = await program.run('doctor', { args: ['--json'], env })
    if (stderr) throw new Error(stderr)
    const all: Finding[] = JSON.parse(stdout)
    const checks = [...new Set(all.map(({ check }) => check))]
    const findings = all.filter(({ check }) => check !== 'Disk')
    return { code, checks, findings, problems: findings.filter(({ state }) => state !== 'ok') }
  }

  return {
    program: () => program,
    /** A path in the folder of these tests. */
    at: (name: string) => path.join(folder, name),
    backUp,
    copyShop,
    force,
    settings,
    examine,
  }
}
