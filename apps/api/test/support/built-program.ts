import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, readlink } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
// By its path: the package depends on the API, and Turborepo refuses a cycle.
import { freePort } from '../../../../tools/testkit/src/free-port.mjs'
import { testSecret } from './test-api'

const api = path.resolve(import.meta.dirname, '../..')

export type Program = {
  run: (entry: string, options?: RunOptions) => Promise<Result>
  start: (entry: string, options?: RunOptions) => Running
  /** Returns the path of an entry's bundle. */
  file: (entry: string) => string
}

type RunOptions = { args?: string[]; env?: Record<string, string>; input?: string }
export type Result = { code: number | null; stdout: string; stderr: string }
export type Running = {
  child: ChildProcess
  /** Resolves once standard output contains the text. Throws if the process ends first. */
  waitForOutput: (text: string) => Promise<void>
  ended: Promise<Result>
}

/** Builds the shipped bundle for all test files of a run. Returns its folder. */
export async function buildProgram(): Promise<string> {
  const folder = `dist-test-${process.pid}`
  await promisify(execFile)(process.execPath, ['scripts/build.mjs', folder], { cwd: api })
  return path.join(api, folder)
}

/** Runs entries of the bundle in child processes. */
export function openProgram(): Program {
  const file = (entry: string) => path.join(inject('programFolder'), `${entry}.mjs`)

  function start(entry: string, { args = [], env = {}, input }: RunOptions = {}): Running {
    const child = spawn(process.execPath, [file(entry), ...args], {
      // Hide this machine's own settings: an empty variable counts as unset.
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
        if (!Array.isArray(event))
          throw new Error(`The program ended before it printed "${text}": ${JSON.stringify(event)}`)
      }
    }
    return { child, waitForOutput, ended }
  }

  return {
    file,
    start,
    run: (entry, options) => start(entry, options).ended,
  }
}

/** The environment of a server that runs on the test's database. */
export async function serverEnv(databaseUrl: string): Promise<Record<string, string>> {
  return { DATABASE_URL: databaseUrl, JWT_SECRET: testSecret, PORT: String(await freePort()) }
}

export { freePort }

/** Reads from /proc which ports a process listens on. Linux only. */
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

/** Whether util-linux's `script` is installed, which runs a command on a pseudo-terminal. */
export const hasTerminals = /util-linux/.test(
  spawnSync('script', ['--version']).stdout?.toString() ?? '',
)

/** Runs a command on a terminal, types one answer at each prompt, and returns the terminal's output. */
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
