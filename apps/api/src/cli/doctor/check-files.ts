import { stat } from 'node:fs/promises'
import path from 'node:path'
import { inHome } from '@/database/embedded/home'
import { root, type Env } from '@/env'
import type { Verdict } from './finding'

/** What opens the shop is for its owner's eyes alone. */
export async function checkFiles(env: Env): Promise<Verdict[]> {
  const file = inHome(env.STOCKIE_HOME).secrets
  const found = env.DATABASE_URL ? null : await stat(file).catch(() => null)
  if (!found) return [{ state: 'ok', found: 'There are no secrets on this disk.' }]
  const mode = (found.mode & 0o777).toString(8).padStart(4, '0')
  // Windows knows no such modes.
  if (process.platform === 'win32' || (found.mode & 0o077) === 0) {
    return [{ state: 'ok', found: `${path.relative(root, file)} is its owner's alone.` }]
  }
  const sentence = `Others on this machine may read ${file} (${mode}), which opens the database: chmod 600 ${file}`
  return [{ state: 'look', found: sentence }]
}
