import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { root } from './root.mjs'

const passedOver = new Set(['node_modules', 'dist', 'generated', '.turbo', 'e2e', 'test'])

/** One hash over the content of files and folders: what has not changed is not done again. */
export async function fingerprint(places, ...facts) {
  const hash = createHash('sha256')
  for (const fact of facts) hash.update(fact)
  for (const place of places) {
    for (const file of (await filesIn(path.join(root, place))).toSorted()) {
      hash.update(path.relative(root, file)).update(await readFile(file))
    }
  }
  return hash.digest('hex')
}

async function filesIn(place) {
  const found = await stat(place).catch(() => null)
  if (!found) return []
  if (found.isFile()) return [place]
  const entries = await readdir(place, { withFileTypes: true })
  const below = entries
    .filter(({ name }) => !passedOver.has(name) && !/\.(test|spec)\./.test(name))
    .map(({ name }) => filesIn(path.join(place, name)))
  return (await Promise.all(below)).flat()
}
