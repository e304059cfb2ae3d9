import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { freePort } from './free-port.mjs'
import { PortTakenError } from './errors'
import { waitForServer } from './server-readiness'
import type { TestScope } from './cleanup'
import { withinAMinute } from './polling'

export type Server = {
  name: string
  origin: string
  pid: number
  /** Milliseconds of processor, user and system, of all its threads since its start. */
  cpu: () => Promise<number>
  memory: () => Promise<NodeJS.MemoryUsage>
  signal: (signal: NodeJS.Signals) => void
  /** The code or the signal that it ended with, whoever ended it. */
  ended: Promise<number | NodeJS.Signals | null>
  stop: () => Promise<void>
}

export type Program = {
  name: string
  /** What node runs by itself, or by tsx where it is TypeScript; it listens on 127.0.0.1 at PORT. */
  file: string
  /** Where it was before, say; a fresh one otherwise. */
  port?: number | undefined
  /** Hears every line that it prints. */
  hear?: (line: string) => void
  args?: string[]
  env?: Record<string, string>
}

const attempts = 3
const tsx = import.meta.resolve('tsx')
const witness = pathToFileURL(path.join(import.meta.dirname, 'server-witness.mjs')).href

/** Starts a server with an environment of nothing but what is said here. */
export async function startServer(stage: TestScope, program: Program): Promise<Server> {
  for (let left = attempts; ; left -= 1) {
    try {
      return await startAt(program.port ?? (await freePort()), stage, program)
    } catch (error) {
      // Somebody else took the port between its being found free and being listened at.
      if (error instanceof PortTakenError && left > 1) continue
      const why = error instanceof Error ? error.message : String(error)
      throw new Error(`${program.name} did not start. ${why}`, { cause: error })
    }
  }
}

async function startAt(
  port: number,
  stage: TestScope,
  { name, file, args = [], env = {}, hear }: Program,
): Promise<Server> {
  const origin = `http://127.0.0.1:${port}`
  const question = `/${randomBytes(16).toString('hex')}`
  const answer = randomBytes(16).toString('hex')
  const child = fork(file, args, {
    cwd: stage.folder,
    execArgv: ['--import', witness, ...(file.endsWith('.ts') ? ['--import', tsx] : [])],
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      STAGE_QUESTION: question,
      STAGE_ANSWER: answer,
      ...env,
    },
    stdio: ['ignore', hear ? 'pipe' : 'ignore', 'pipe', 'ipc'],
  })
  if (hear && child.stdout) createInterface(child.stdout).on('line', hear)
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal)
  const stop = () => stopChild(child)
  stage.onEnd(stop)
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-2_000)))
  await waitForServer(child, { origin, question, answer }, () => said.trim()).catch(
    async (error: unknown) => {
      await stop()
      throw error
    },
  )
  const ask = asker(child)
  return {
    name,
    origin,
    pid: child.pid ?? 0,
    cpu: async () => {
      const { user, system } = await ask<NodeJS.CpuUsage>('cpu')
      return (user + system) / 1000
    },
    memory: () => ask<NodeJS.MemoryUsage>('memory'),
    signal: (signal) => void child.kill(signal),
    ended,
    stop,
  }
}

function asker(child: ChildProcess) {
  let last = 0
  const ask = <Figure>(figure: string) =>
    new Promise<Figure>((resolve, reject) => {
      const id = (last += 1)
      const leave = () => reject(new Error(`It ended before it told its ${figure}.`))
      const hear = (message: { id: number; figure: Figure }) => {
        if (message.id !== id) return
        child.off('message', hear).off('exit', leave)
        resolve(message.figure)
      }
      child.on('message', hear).once('exit', leave)
      child.send({ id, figure }, (error) => error && reject(error))
    })
  return <Figure>(figure: string) => withinAMinute(`it tells its ${figure}`, ask<Figure>(figure))
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const atLast = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await ended
  clearTimeout(atLast)
}
