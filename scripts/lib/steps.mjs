import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { root } from './root.mjs'

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
export function run(command, args, { env = {}, cwd = root, show = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
      // On Windows npm's programs are .cmd files, which only a shell runs.
      shell: process.platform === 'win32' && !command.endsWith('.exe'),
    })
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve(output)
      else reject(Object.assign(new Error(`${command} ended with ${code}`), { output, code }))
    })
  })
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
