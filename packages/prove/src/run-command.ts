import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

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
