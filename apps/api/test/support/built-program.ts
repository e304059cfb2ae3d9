import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, readlink, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { isFree } from '#src/database/embedded/postmaster'
import { testSecret } from './test-api'

const api = path.resolve(import.meta.dirname, '../..')

export type Program = {
  run: (entry: string, options?: RunOptions) => Promise<Result>
  start: (entry: string, options?: RunOptions) => Running
  /** The file of an entry. */
  file: (entry: string) => string
  remove: () => Promise<void>
}

type RunOptions = { args?: string[]; env?: Record<string, string>; input?: string }
export type Result = { code: number | null; stdout: string; stderr: string }
export type Running = {
  child: ChildProcess
  /** Comes back when standard output has said this. */
  waitForOutput: (text: string) => Promise<void>
  ended: Promise<Result>
}

/** The bundle as it is shipped, in a folder of its own, run in processes of its own. */
export async function buildProgram(): Promise<Program> {
  const folder = `dist-test-${process.pid}`
  await promisify(execFile)(process.execPath, ['scripts/build.mjs', folder], { cwd: api })

  const file = (entry: string) => path.join(api, folder, `${entry}.mjs`)

  function start(entry: string, { args = [], env = {}, input }: RunOptions = {}): Running {
    const child = spawn(process.execPath, [file(entry), ...args], {
      // Nothing of this machine's own settings: what is empty counts as unset.
      env: { PATH: process.env.PATH, DATABASE_URL: '', JWT_SECRET: '', ...env },
      stdio: 'pipe',
    })
    const result: Result = { code: null, stdout: '', stderr: '' }
    child.stdout.on('data', (data) => (result.stdout += data))
    child.stderr.on('data', (data) => (result.stderr += data))
    child.stdin.end(input)
    const ended = once(child, 'close').then(([code]) => ({ ...result, code }))

    async function waitForOutput(text: string): Promise<void> {
      while (!result.stdout.includes(text)) {
        const event = await Promise.race([once(child.stdout, 'data'), ended])
        if (!Array.isArray(event)) throw new Error(`It ended: ${JSON.stringify(event)}`)
      }
    }
    return { child, waitForOutput, ended }
  }

  return {
    file,
    start,
    run: (entry, options) => start(entry, options).ended,
    remove: () => rm(path.join(api, folder), { recursive: true, force: true }),
  }
}

/** A server's environment on a database that the test has. */
export async function serverEnv(databaseUrl: string): Promise<Record<string, string>> {
  return { DATABASE_URL: databaseUrl, JWT_SECRET: testSecret, PORT: String(await freePort()) }
}

/**
 * So many ports are a worker's own, of 25 at once: between 10080, which fetch refuses, and the 12,000 from which others
 * that run beside draw theirs, all below those that systems give to whoever asks for any.
 */
const portsPerWorker = 40
let nextPort = randomInt(portsPerWorker)

/**
 * For a program that is about to start. One that the system names is named to another test as well, as long as the
 * program does not listen yet.
 */
export async function freePort(): Promise<number> {
  const first = 11_000 + (Number(process.env['VITEST_POOL_ID'] ?? 0) % 25) * portsPerWorker
  for (;;) {
    nextPort += 1
    const port = first + (nextPort % portsPerWorker)
    if (await isFree(port)) return port
  }
}

/** The ports that a process listens on, as Linux knows them. */
export async function listeningPorts(pid = 0): Promise<number[]> {
  const folder = `/proc/${pid}/fd`
  const links = await Promise.all(
    (await readdir(folder)).map((name) => readlink(`${folder}/${name}`).catch(() => '')),
  )
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/${pid}/net/${name}`, 'utf8').catch(() => '')),
  )
  const listening = '0A'
  return tables
    .flatMap((table) => table.split('\n').map((line) => line.trim().split(/\s+/)))
    .filter((fields) => fields[3] === listening && links.includes(`socket:[${fields[9]}]`))
    .map((fields) => Number.parseInt(fields[1]?.split(':')[1] ?? '', 16))
    .toSorted((one, other) => one - other)
}

/** util-linux's: runs a command on a terminal of its own. Other systems have none, or another. */
export const hasTerminals = /util-linux/.test(
  spawnSync('script', ['--version']).stdout?.toString() ?? '',
)

/** What the terminal showed while these answers were typed, each at its question. */
export async function runOnTerminal(
  args: string[],
  answers: string[],
  env: Record<string, string>,
): Promise<string> {
  const command = [process.execPath, ...args].join(' ')
  const terminal = spawn('script', ['-qec', command, '/dev/null'], {
    env: { PATH: process.env.PATH, ...env },
  })
  const ended = once(terminal, 'close')
  let screen = ''
  for await (const data of terminal.stdout) {
    screen += String(data)
    if (/(password|again): $/.test(screen)) terminal.stdin.write(`${answers.shift()}\r`)
  }
  const [code] = await ended
  return `${screen}exit ${code}`
}
