import { cp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { apiRoot } from '@stockie/contracts'
import type { Server } from '@stockie/stage/start-server'
import type { Stockie } from '@stockie/stage/start-stockie'
import type { Bench } from '#src/bench'
import { serveAnchor } from './serve-anchor'

/** A page of the anchors with the very products that Stockie lists. */
export async function serveRows(
  bench: Bench,
  { origin, headers }: Stockie,
  name: string,
  from: string,
): Promise<Server> {
  const folder = path.join(bench.folder, 'web', `${name}-rows`)
  await cp(from, folder, { recursive: true })
  const answer = await fetch(`${origin}${apiRoot}/products`, { headers })
  if (!answer.ok) throw new Error(`The products were answered with ${answer.status}.`)
  await writeFile(path.join(folder, 'rows.json'), await answer.text())
  return serveAnchor(bench, name, folder)
}
