import { spawn } from 'node:child_process'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

/** Runs a program of the folder's packages in this terminal, and returns its exit code. */
export function runInForeground(folder, program, args, { env = {}, isInteractive = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(folder, 'node_modules', program), ...args], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: [isInteractive ? 'inherit' : 'ignore', 'inherit', 'inherit'],
    })
    child.once('error', reject).once('close', resolve)
  })
}

/** An expected failure: `main` prints only its message, and exits with 1. */
export class CliError extends Error {}

/** Shows a running task and its seconds in one line, which is updated on a terminal. */
export async function step(name, work) {
  const began = Date.now()
  const seconds = () => `${Math.round((Date.now() - began) / 1000)} s`
  const isTerminal = process.stdout.isTTY
  if (!isTerminal) process.stdout.write(`${name} …\n`)
  const draw = () => process.stdout.write(`\r${name} … ${seconds()}`)
  const timer = isTerminal ? setInterval(draw, 500) : undefined
  if (isTerminal) draw()
  try {
    const result = await work()
    if (isTerminal) process.stdout.write(`\r${name}: done in ${seconds()}\n`)
    return result
  } catch (error) {
    if (isTerminal) process.stdout.write(`\r${name}: failed after ${seconds()}\n`)
    throw error
  } finally {
    clearInterval(timer)
  }
}

/** Runs a program to its end, and returns its output. If it fails, the error has the output. */
export async function run(command, args, { env = {}, cwd = root } = {}) {
  // To a file: if a linter exits before its pipe is read, findings would be lost.
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-step-'))
  const file = await open(path.join(folder, 'output'), 'w+')
  try {
    const code = await new Promise((resolve, reject) => {
      const child = spawn(command, args, {
        cwd,
        env: { ...process.env, ...env },
        stdio: ['ignore', file.fd, file.fd],
        // On Windows, npm's programs are .cmd files and need a shell.
        shell: process.platform === 'win32' && !command.endsWith('.exe'),
      })
      child.once('error', reject).once('close', resolve)
    })
    const output = await readFile(path.join(folder, 'output'), 'utf8')
    if (code !== 0)
      throw Object.assign(new Error(`${command} ended with ${code}`), { output, code })
    return output
  } finally {
    await file.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs the pnpm of package.json, by version and hash; npm fetches it if necessary. */
export async function pnpm(args, options = {}) {
  const { packageManager } = await readPackage()
  const [name] = packageManager.split('+')
  // With --package, because below `npx -p node@24` a bare name would be taken as a command.
  const npx = ['--yes', `--package=${name}`, '--', 'node', 'scripts/lib/verified-pnpm.mjs']
  return run('npx', [...npx, ...args], {
    ...options,
    // npx must run nothing of a pnpm that is not verified yet.
    env: {
      npm_config_ignore_scripts: 'true',
      TURBO_TELEMETRY_DISABLED: '1',
      DO_NOT_TRACK: '1',
      ...options.env,
    },
  })
}

async function readPackage() {
  return JSON.parse(await readFile(`${root}/package.json`, 'utf8'))
}

/** The entry point of every script: prints a CliError as one sentence, and exits with 1. */
export async function main(work) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
