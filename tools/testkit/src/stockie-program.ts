import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import type { TestScope } from './cleanup'
import type { Program } from './server-process'

const main = path.resolve(import.meta.dirname, '../../../apps/api/dist/main.mjs')

/** Stockie as it was built and as it runs in a container, its log included. */
export function stockieProgram(
  { folder }: Pick<TestScope, 'folder'>,
  databaseUrl: string,
  env: Record<string, string> = {},
): Program {
  return {
    name: 'Stockie',
    file: main,
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

const dist = path.resolve(import.meta.dirname, '../../../apps/api/dist')

export type Result = { code: number | null; stdout: string; stderr: string }

type Options = { args?: string[]; env: Record<string, string>; folder?: string }

/** One of Stockie's own commands, as it was built, to its end. */
export async function runCommand(
  name: 'main' | 'backup' | 'restore',
  { args = [], env, folder = dist }: Options,
): Promise<Result> {
  const child = spawn(process.execPath, [path.join(folder, `${name}.mjs`), ...args], {
    env: { NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const result: Result = { code: null, stdout: '', stderr: '' }
  child.stdout.on('data', (data: Buffer) => (result.stdout += data.toString()))
  child.stderr.on('data', (data: Buffer) => (result.stderr += data.toString()))
  // One that goes on where it was to end is a finding, and no reason to wait for ever.
  const limit = setTimeout(() => child.kill('SIGKILL'), 100_000)
  const [code] = await once(child, 'close')
  clearTimeout(limit)
  return { ...result, code }
}
