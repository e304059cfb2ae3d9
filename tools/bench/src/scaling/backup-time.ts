import { stat } from 'node:fs/promises'
import path from 'node:path'
import { runCommand } from '@stockie/testkit/stockie-program'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import type { Bench } from '#src/bench'

export type BackupTime = {
  backupSeconds: number
  restoreSeconds: number
  fileBytes: number
  databaseBytes: number
}

const maxSeconds = 3_600

/** Backs the shop up, and restores it over itself. */
export async function measureBackup(
  { folder, progress }: Bench,
  { url, query }: ShopDatabase,
): Promise<BackupTime> {
  const [size] = await query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  )
  const env = { DATABASE_URL: url, STOCKIE_HOME: path.join(folder, 'backup-time') }

  async function run(name: 'backup' | 'restore', args: string[] = []) {
    progress(`${name} of the large shop`)
    const began = performance.now()
    const { code, stdout, stderr } = await runCommand(name, { args, env, maxSeconds })
    if (code !== 0) throw new Error(`stockie ${name} failed: ${stderr}${stdout}`)
    return { seconds: (performance.now() - began) / 1_000, output: stdout }
  }
  const made = await run('backup')
  const file = made.output.trim().split('\n').at(-1) ?? ''
  const restored = await run('restore', [file, '--yes'])
  return {
    backupSeconds: made.seconds,
    restoreSeconds: restored.seconds,
    fileBytes: (await stat(file)).size,
    databaseBytes: size?.bytes ?? 0,
  }
}
