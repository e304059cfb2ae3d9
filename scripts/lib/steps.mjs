import { spawn } from 'node:child_process'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

/** Runs a program of the folder's packages with everybody looking on; comes back with how it ended. */
export function runInForeground(folder, program, args, { env = {}, mayAsk = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(folder, 'node_modules', program), ...args], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: [mayAsk ? 'inherit' : 'ignore', 'inherit', 'inherit'],
    })
    child.once('error', reject).once('close', resolve)
  })
}

/** A failure told in one sentence; whoever catches it prints it and leaves. */
export class Stop extends Error {}

/** Tells a person what is happening and how long it takes, as one line that grows up. */
export async function step(name, work) {
  const began = Date.now()
  const seconds = () => `${Math.round((Date.now() - began) / 1000)} s`
  const live = process.stdout.isTTY
  if (!live) process.stdout.write(`${name} …\n`)
  const draw = () => process.stdout.write(`\r${name} … ${seconds()}`)
  const timer = live ? setInterval(draw, 500) : undefined
  if (live) draw()
  try {
    const result = await work()
    if (live) process.stdout.write(`\r${name}: done in ${seconds()}\n`)
    return result
  } catch (error) {
    if (live) process.stdout.write(`\r${name}: failed after ${seconds()}\n`)
    throw error
  } finally {
    clearInterval(timer)
  }
}

/** Runs a program to its end. Its output is kept, and shown only when it fails. */
export async function run(command, args, { env = {}, cwd = root } = {}) {
  // Into a file: a linter that ends before its pipe was read would take findings with it.
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-step-'))
  const file = await open(path.join(folder, 'output'), 'w+')
  try {
    const code = await new Promise((resolve, reject) => {
      const child = spawn(command, args, {
        cwd,
        env: { ...process.env, ...env },
        stdio: ['ignore', file.fd, file.fd],
        // On Windows npm's programs are .cmd files, which only a shell runs.
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

/** Runs pnpm in the version that the lockfile was made with, fetched by npm where it is not there. */
export async function pnpm(args, options = {}) {
  const { packageManager } = await readPackage()
  // The package by its flag: below `npx -p node@24` a bare name would be taken for a command.
  return run('npx', ['--yes', `--package=${packageManager}`, '--', 'pnpm', ...args], {
    ...options,
    env: { TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', ...options.env },
  })
}

async function readPackage() {
  return JSON.parse(await readFile(`${root}/package.json`, 'utf8'))
}

/** The entry of every script: what stops it is one sentence and a non-zero exit. */
export async function main(work) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
