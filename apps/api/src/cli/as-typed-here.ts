import { existsSync } from 'node:fs'
import path from 'node:path'
import { root } from '@/env'

/** The image brings Stockie's programs, but neither npm's scripts nor npm. */
const isImage = !existsSync(path.join(root, 'scripts'))

/** A text that says `npm run …`, as it is typed where this runs. */
export function asTypedHere(text: string, inImage = isImage): string {
  if (!inImage) return text
  return text.replaceAll(/npm run (\w+)(?: --(?= ))?/g, 'docker compose exec app stockie $1')
}
