import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { root } from '../../../scripts/lib/process.mjs'

/** Creates a folder that PostgreSQL's own user can enter, and a path in it for a new home. */
export async function temporaryFolder() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-start-'))
  await chmod(folder, 0o755)
  return {
    home: path.join(folder, 'home'),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  }
}

/** Starts a command in a process group of its own, as a terminal does. */
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
    /** Signals the whole group, as Ctrl-C does. */
    interrupt: () => child.pid && process.kill(-child.pid, 'SIGINT'),
    /** Waits for the text; throws with the output so far if the program ends first. */
    async waitForOutput(text) {
      for (;;) {
        if (output.includes(text)) return output
        const result = await Promise.race([ended, new Promise((go) => setTimeout(go, 50, null))])
        if (result && !output.includes(text))
          throw new Error(`The program ended with ${result.code}:\n${output}`)
      }
    },
  }
}

/** The process ID and port of the embedded server of a home, or null if none runs. */
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
