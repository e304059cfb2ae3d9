import path from 'node:path'
import type { Rolldown } from 'vite'

const app = path.join(import.meta.dirname, '../src/app/app.tsx')

interface Graph {
  getModuleInfo(id: string): Pick<Rolldown.ModuleInfo, 'importedIds'> | null
}

let needed: ReadonlySet<string> | undefined

/**
 * What the app cannot begin without becomes one file, found by following its imports: left to itself
 * it would be twenty, one for every set of screens that share something.
 */
export function appChunk(id: string, graph: Graph) {
  needed ??= follow(graph)
  return needed.has(id) ? 'app' : null
}

function follow(graph: Graph) {
  const found = new Set([app])
  for (const id of found) {
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  }
  return found
}
