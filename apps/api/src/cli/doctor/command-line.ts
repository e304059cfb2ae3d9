import { existsSync } from 'node:fs'
import path from 'node:path'
import { root } from '@/env'

/** The image brings programs but no npm scripts. */
const inImage = !existsSync(path.join(root, 'scripts'))

/** How a command of Stockie's is typed here. */
export function commandLine(name: string, args = ''): string {
  const start = inImage ? `docker compose exec app stockie ${name}` : `npm run ${name}`
  return args ? `${start}${inImage ? '' : ' --'} ${args}` : start
}
