import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { inHome } from '@/database/embedded/home'
import { root, type Env } from '@/env'
import type { Verdict } from './finding'

const secret = /^(JWT_SECRET|DATABASE_URL|OWNER_PASSWORD|POSTGRES_PASSWORD)=./m

/** What opens the shop is for its owner's eyes alone. */
export async function checkFiles(env: Env): Promise<Verdict[]> {
  const files = await filesWithSecrets(env)
  if (files.length === 0) return [{ state: 'ok', found: 'There are no secrets in files of ours.' }]
  return Promise.all(files.map(checkFile))
}

async function filesWithSecrets(env: Env): Promise<string[]> {
  const settings = path.join(root, '.env')
  const made = inHome(env.STOCKIE_HOME).secrets
  const isMade = !env.DATABASE_URL && Boolean(await stat(made).catch(() => null))
  const isSet = secret.test(await readFile(settings, 'utf8').catch(() => ''))
  return [...(isMade ? [made] : []), ...(isSet ? [settings] : [])]
}

async function checkFile(file: string): Promise<Verdict> {
  const mode = (await stat(file)).mode & 0o777
  // Windows knows no such modes.
  if (process.platform === 'win32' || (mode & 0o077) === 0) {
    return { state: 'ok', found: `${path.relative(root, file)} is its owner's alone.` }
  }
  const shown = mode.toString(8).padStart(4, '0')
  const found = `Others on this machine may read ${file} (${shown}), which holds secrets: chmod 600 ${file}`
  return { state: 'look', found }
}
