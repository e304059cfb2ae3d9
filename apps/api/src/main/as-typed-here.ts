import { existsSync } from 'node:fs'
import path from 'node:path'
import { root } from '@/env'

/** The image brings Stockie's programs, but neither npm's scripts nor npm. */
export const isImage = !existsSync(path.join(root, 'scripts'))

/** What is typed elsewhere, and what with Docker Compose. */
const inCompose: [RegExp, string][] = [
  // Not in the app that runs: it has to be stopped for that.
  [/npm run restore(?: --(?= ))?/g, 'docker compose run --rm app restore'],
  [/npm run (\w+)(?: --(?= ))?/g, 'docker compose exec app stockie $1'],
  [/npm start/g, 'docker compose up -d'],
  [/stop Stockie/gi, '$& (docker compose stop app backup)'],
]

/** A text that says `npm run …`, as it is typed where this runs. */
export function asTypedHere(text: string, inImage = isImage): string {
  if (!inImage) return text
  return inCompose.reduce((said, [pattern, words]) => said.replaceAll(pattern, words), text)
}
