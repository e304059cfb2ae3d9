import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { toFileName } from '#src/database/backup/backup-folder'
import { openEmbeddedServer, type EmbeddedServer } from '#src/database/embedded/embedded-server'
import { buildProgram, type Program } from './built-program'
import { onServer } from './server'
import { testSecret } from './test-api'

export type Finding = { check: string; state: string; found: string }
type Examined = { code: number | null; findings: Finding[]; troubles: Finding[] }

/** Shops to make trouble in, and the doctor to look at them, as it is built. */
export function prepareDoctor() {
  let program: Program
  let folder: string
  /** Not the run's own, which does not wait for the disk: the doctor would say so of every database. */
  let server: EmbeddedServer
  const now = Date.now()

  beforeAll(async () => {
    program = await buildProgram()
    folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-doctor-'))
    await chmod(folder, 0o755)
    await backUp('backups', 0)
    server = await openEmbeddedServer({ home: path.join(folder, 'server'), serving: false })
    await onServer(server.url, (client) => client.query('create database healthy'))
    const args = ['--profile', 'e2e']
    const { stderr } = await program.run('seed', { args, env: { DATABASE_URL: urlOf('healthy') } })
    if (stderr) throw new Error(stderr)
  })
  afterAll(async () => {
    await server.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    await program.remove()
  })

  function urlOf(name: string): string {
    const url = new URL(server.url)
    url.pathname = name
    return url.href
  }

  async function backUp(into: string, daysAgo: number, verified = true): Promise<void> {
    await mkdir(path.join(folder, into), { recursive: true })
    const madeAt = new Date(now - daysAgo * 86_400_000)
    const name = toFileName(madeAt, { beforeUpgrade: false, verified })
    await writeFile(path.join(folder, into, name), '')
  }

  /** A copy of the healthy shop, or of nothing, to make one trouble in. */
  async function copyShop(template = 'healthy'): Promise<string> {
    const name = `shop_${randomBytes(6).toString('hex')}`
    const copy = `create database ${name} template ${template} strategy file_copy`
    await onServer(server.url, (client) => client.query(copy))
    return urlOf(name)
  }

  /** Past every trigger and rule, as only a superuser can. */
  const force = (url: string, sql: string) =>
    onServer(url, (client) => client.query(`set session_replication_role = replica; ${sql}`))

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
    // How full this machine's disk is says nothing about Stockie.
    const findings: Finding[] = JSON.parse(stdout).filter(({ check }: Finding) => check !== 'Disk')
    return { code, findings, troubles: findings.filter(({ state }) => state !== 'ok') }
  }

  return {
    program: () => program,
    /** A path in the folder that ends with the tests. */
    at: (name: string) => path.join(folder, name),
    backUp,
    copyShop,
    force,
    settings,
    examine,
  }
}
