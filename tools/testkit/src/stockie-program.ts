import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import type { TestScope } from './cleanup'
import type { Program } from './server-process'

const dist = path.resolve(import.meta.dirname, '../../../apps/api/dist')

/** The built Stockie with the settings of a container, including its log. */
export function stockieProgram(
  { folder }: Pick<TestScope, 'folder'>,
  databaseUrl: string,
  env: Record<string, string> = {},
): Program {
  return {
    name: 'Stockie',
    file: path.join(dist, 'main.mjs'),
    readyPath: '/readyz?exclude=database',
    env: {
      DATABASE_URL: databaseUrl,
      JWT_SECRET: randomBytes(32).toString('hex'),
      STORE_TIME_ZONE: 'UTC',
      STOCKIE_HOME: path.join(folder, 'stockie'),
      HOST: '127.0.0.1',
      TRUST_PROXY: '0',
      LOG_LEVEL: 'info',
      ...env,
    },
  }
}

export type CommandResult = { code: number | null; stdout: string; stderr: string }

type CommandOptions = {
  args?: string[]
  env: Record<string, string>
  folder?: string
  maxSeconds?: number
}

/** Runs a built Stockie command to its end. */
export async function runCommand(
  name: 'main' | 'backup' | 'restore',
  { args = [], env, folder = dist, maxSeconds = 100 }: CommandOptions,
): Promise<CommandResult> {
  const child = spawn(process.execPath, [path.join(folder, `${name}.mjs`), ...args], {
    env: { NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const result: CommandResult = { code: null, stdout: '', stderr: '' }
  child.stdout.on('data', (data: Buffer) => (result.stdout += data.toString()))
  child.stderr.on('data', (data: Buffer) => (result.stderr += data.toString()))
  // A command that does not end is a finding for the caller, so kill it instead of waiting.
  const killTimer = setTimeout(() => child.kill('SIGKILL'), maxSeconds * 1_000)
  const [code] = await once(child, 'close')
  clearTimeout(killTimer)
  return { ...result, code }
}
