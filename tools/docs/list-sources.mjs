import { readdirSync } from 'node:fs'
import path from 'node:path'

const folders = ['apps', 'packages', 'prisma', 'scripts', 'tools']
const skipped = new Set(['node_modules', 'dist', 'generated'])

/** Lists the files that can hold tags, as paths from the root with slashes. */
export function listSources(root) {
  return folders.flatMap((folder) => listFolder(root, folder))
}

function listFolder(root, folder) {
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true })
  return entries.flatMap((entry) => {
    const name = `${folder}/${entry.name}`
    if (entry.name.startsWith('.') || skipped.has(entry.name)) return []
    if (entry.isDirectory()) return listFolder(root, name)
    return /\.(?:tsx?|mjs)$/.test(entry.name) ? [name] : []
  })
}
