import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'

const results = new Set(['node_modules', 'dist', 'generated', '.turbo'])

// By path, not by name: prisma/seed/e2e is a seed that is shipped.
const forTests = new Set(
  [
    'apps/api/test',
    'apps/web/e2e',
    'apps/web/src/test',
    'apps/web/test-results',
    'prisma/seed/testing',
  ].map((place) => path.normalize(place)),
)

/** One hash over the content of files and folders: what has not changed is not done again. */
export async function fingerprint(root, places, ...facts) {
  const hash = createHash('sha256')
  for (const fact of facts) hash.update(fact)
  for (const place of places) {
    for (const file of (await filesIn(root, path.normalize(place))).toSorted()) {
      hash.update(file).update(await readFile(path.join(root, file)))
    }
  }
  return hash.digest('hex')
}

async function filesIn(root, place) {
  const found = await stat(path.join(root, place)).catch(() => null)
  if (!found || forTests.has(place)) return []
  if (found.isFile()) return [place]
  const entries = await readdir(path.join(root, place))
  const below = entries
    .filter((name) => !results.has(name) && !/\.(test|spec)\./.test(name))
    .map((name) => filesIn(root, path.join(place, name)))
  return (await Promise.all(below)).flat()
}
