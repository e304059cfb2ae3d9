import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
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
  pid: number
  hasEnded: () => boolean
  /** Sends the signal and waits for the end. */
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>
}

/** Starts a program that runs until the fault ends. */
export function startProgram(scope: Scope, { name, file, args, user }: Program): BackgroundProgram {
  const log = openSync(path.join(scope.folder, `${name}.log`), 'a')
  const child: ChildProcess = spawn(file, args, {
    cwd: scope.folder,
    stdio: ['ignore', log, log],
    env: { PATH: systemPath, LANG: 'C.UTF-8', HOME: scope.folder },
    ...user,
  })
  let ended = false
  const end = once(child, 'exit').then(() => (ended = true))
  scope.onEnd(() => stop('SIGTERM'))
  scope.onExit(() => child.kill('SIGKILL'))

  async function stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (ended) return
    child.kill(signal)
    const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
    await end
    clearTimeout(timer)
  }

  return { pid: child.pid ?? 0, hasEnded: () => ended, end: stop }
}
