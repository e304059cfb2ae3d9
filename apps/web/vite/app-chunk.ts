import path from 'node:path'
import type { Rolldown } from 'vite'

const entry = path.join(import.meta.dirname, '../src/app/app.tsx')

/** The index of a package imports all of its parts, but only lazy dialogs and pages use these. */
const lazyParts =
  /[\\/](@radix-ui[\\/]react-(dialog|tabs|toolbar|toggle-group)[\\/]|infiniteQueryObserver\.|useInfiniteQuery\.|zod-free[\\/](byte-size|csv|refunds|typed-amounts)\.)/
const lazyIcons =
  /[\\/]icons[\\/](arrow-left|arrow-right|arrow-up-right|calculator|camera-off|chart-column|circle-check|circle-question-mark|copy|database-backup|ellipsis-vertical|file-archive|image-up|key-round|list-checks|pin|play|printer|scan-barcode|shield-off|table-2|trending-down|trending-up|user-round-x)\./

interface ModuleGraph {
  getModuleInfo(id: string): Pick<Rolldown.ModuleInfo, 'importedIds'> | null
}

let appModules: ReadonlySet<string> | undefined

/**
 * Bundles the app and all its static imports into one file. Rolldown's default would be twenty files,
 * one for every set of screens that share modules.
 */
export function appChunk(id: string, graph: ModuleGraph) {
  appModules ??= collectImports(graph)
  const isLazy = lazyParts.test(id) || lazyIcons.test(id)
  return appModules.has(id) && !isLazy ? 'app' : null
}

function collectImports(graph: ModuleGraph) {
  const modules = new Set([entry])
  for (const id of modules) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) modules.add(imported)
  }
  return modules
}
