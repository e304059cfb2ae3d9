import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { TestScope } from '../cleanup'
import { systemPath } from './debian-programs'

export type Scope = TestScope & {
  /** Also runs if the shutdown is interrupted. */
  onExit: (cleanUp: () => void) => void
  progress: (text: string) => void
}

/** The user who runs the programs. Null: the user of this process. */
export type ProgramUser = { uid: number; gid: number } | null

type Program = {
  /** Also the name of its log in the folder. */
  name: string
  file: string
  args: readonly string[]
  user?: ProgramUser
}

export type BackgroundProgram = {
  start: () => Promise<void>
  /** Sends the signal if the program runs. */
  signal: (signal: NodeJS.Signals) => void
  /** Sends the signal and waits for the end. */
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>
  /** Throws with the end of its log if it has ended by itself. */
  assertRuns: () => void
}

const stopTimeout = 10_000

/** A program that runs beside this process. It can be started again, and ends with the scope. */
export function createProgram(
  scope: Scope,
  { name, file, args, user }: Program,
): BackgroundProgram {
  const log = path.join(scope.folder, `${name}.log`)
  let child: ChildProcess | undefined
  let ended: Promise<unknown> | undefined
  let isEnding = false

  const isRunning = () =>
    child !== undefined && child.exitCode === null && child.signalCode === null

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    isEnding = true
    if (!isRunning()) return
    child?.kill(signal)
    const timer = setTimeout(() => child?.kill('SIGKILL'), stopTimeout)
    await ended
    clearTimeout(timer)
  }

  scope.onEnd(() => end('SIGTERM'))
  scope.onExit(() => child?.kill('SIGKILL'))
  return {
    start: async () => {
      const output = openSync(log, 'a')
      isEnding = false
      child = spawn(file, args, {
        cwd: scope.folder,
        stdio: ['ignore', output, output],
        env: { PATH: systemPath, LANG: 'C.UTF-8', HOME: scope.folder },
        ...user,
      })
      closeSync(output)
      ended = once(child, 'exit')
      // `spawn` fails with an error event, which this rejects with.
      await once(child, 'spawn')
    },
    signal: (signal) => {
      if (isRunning()) child?.kill(signal)
    },
    end,
    assertRuns: () => {
      if (isRunning() || isEnding) return
      const lines = readFileSync(log, 'utf8').trim().split('\n').slice(-5)
      throw new Error(`${name} has ended unexpectedly:\n${lines.join('\n')}`)
    },
  }
}
