import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { Stage } from './stage'
import type { Program } from './start-server'

const main = path.resolve(import.meta.dirname, '../../../apps/api/dist/main.mjs')

/** Stockie as it was built and as it runs in a container, its log included. */
export function stockieProgram(
  { folder }: Pick<Stage, 'folder'>,
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
