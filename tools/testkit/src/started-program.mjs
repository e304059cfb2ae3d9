import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { root } from '../../../scripts/lib/steps.mjs'

/** A folder that PostgreSQL's own user can reach, for a home that does not exist yet. */
export async function temporaryFolder() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-start-'))
  await chmod(folder, 0o755)
  return {
    home: path.join(folder, 'home'),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  }
}

/** One of the root scripts in a process group of its own, as a terminal would start it. */
export function startProgram(command, env, cwd = root) {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, NODE_ENV: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const ended = once(child, 'close').then(([code]) => ({ code, output }))
  return {
    child,
    ended,
    output: () => output,
    /** To the whole group, as Ctrl-C does. */
    interrupt: () => child.pid && process.kill(-child.pid, 'SIGINT'),
    /** Waits for a line; an early end is an error that shows what was said. */
    async says(text) {
      for (;;) {
        if (output.includes(text)) return output
        const over = await Promise.race([ended, new Promise((go) => setTimeout(go, 50, null))])
        if (over && !output.includes(text))
          throw new Error(`It ended with ${over.code}:\n${output}`)
      }
    },
  }
}

/** The id and port of the embedded server that runs on a home, or null. */
export async function postmaster(home) {
  const text = await readFile(path.join(home, 'postgres/postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  return text ? { pid: Number(lines[0]), port: Number(lines[3]) } : null
}

export async function post(port, call, body, token) {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1${call}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body ?? {}),
  })
  /** @type {any} */
  const answer = await response.json()
  return { status: response.status, body: answer }
}
