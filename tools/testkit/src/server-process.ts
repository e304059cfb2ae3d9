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
  /** Milliseconds of CPU time, user and system, of all threads since the start. */
  cpu: () => Promise<number>
  memory: () => Promise<NodeJS.MemoryUsage>
  signal: (signal: NodeJS.Signals) => void
  /** Resolves to the exit code or the signal that ended the process. */
  ended: Promise<number | NodeJS.Signals | null>
  stop: () => Promise<void>
}

export type Program = {
  name: string
  /** Runs with Node, or with tsx if it is TypeScript; it must listen on 127.0.0.1 at PORT. */
  file: string
  /** For example the port of the process before it; by default a free one. */
  port?: number | undefined
  /** Answers with an error until the server is ready, if it listens before that. */
  readyPath?: string
  /** Receives every line that the server prints. */
  onLine?: (line: string) => void
  args?: string[]
  env?: Record<string, string>
}

const attempts = 3
const tsx = import.meta.resolve('tsx')
const identityCheck = pathToFileURL(
  path.join(import.meta.dirname, 'server-identity-check.mjs'),
).href

/** Starts a server with only the environment that is passed here. */
export async function startServer(scope: TestScope, program: Program): Promise<Server> {
  for (let left = attempts; ; left -= 1) {
    try {
      return await startAt(program.port ?? (await freePort()), scope, program)
    } catch (error) {
      // Another process took the port after it was found free.
      if (error instanceof PortTakenError && left > 1) continue
      const why = error instanceof Error ? error.message : String(error)
      throw new Error(`${program.name} did not start. ${why}`, { cause: error })
    }
  }
}

async function startAt(
  port: number,
  scope: TestScope,
  { name, file, args = [], env = {}, onLine, readyPath }: Program,
): Promise<Server> {
  const origin = `http://127.0.0.1:${port}`
  const noncePath = `/${randomBytes(16).toString('hex')}`
  const nonce = randomBytes(16).toString('hex')
  const child = fork(file, args, {
    cwd: scope.folder,
    execArgv: ['--import', identityCheck, ...(file.endsWith('.ts') ? ['--import', tsx] : [])],
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      SERVER_NONCE_PATH: noncePath,
      SERVER_NONCE: nonce,
      ...env,
    },
    stdio: ['ignore', onLine ? 'pipe' : 'ignore', 'pipe', 'ipc'],
  })
  if (onLine && child.stdout) createInterface(child.stdout).on('line', onLine)
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal)
  const stop = () => stopChild(child)
  scope.onEnd(stop)
  let stderr = ''
  child.stderr?.on(
    'data',
    (chunk: Buffer) => (stderr = `${stderr}${chunk.toString()}`.slice(-2_000)),
  )
  const identity = { origin, noncePath, nonce, readyPath }
  await waitForServer(child, identity, () => stderr.trim()).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  const readFigure = createFigureReader(child)
  return {
    name,
    origin,
    pid: child.pid ?? 0,
    cpu: async () => {
      const { user, system } = await readFigure<NodeJS.CpuUsage>('cpu')
      return (user + system) / 1000
    },
    memory: () => readFigure<NodeJS.MemoryUsage>('memory'),
    signal: (signal) => void child.kill(signal),
    ended,
    stop,
  }
}

function createFigureReader(child: ChildProcess) {
  let lastId = 0
  const request = <Figure>(figure: string) =>
    new Promise<Figure>((resolve, reject) => {
      const id = (lastId += 1)
      const onExit = () => reject(new Error(`The server ended before it reported its ${figure}.`))
      const onMessage = (message: { id: number; figure: Figure }) => {
        if (message.id !== id) return
        child.off('message', onMessage).off('exit', onExit)
        resolve(message.figure)
      }
      child.on('message', onMessage).once('exit', onExit)
      child.send({ id, figure }, (error) => error && reject(error))
    })
  return <Figure>(figure: string) =>
    withinAMinute(`the server reports its ${figure}`, request<Figure>(figure))
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await ended
  clearTimeout(killTimer)
}
