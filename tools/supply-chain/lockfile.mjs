import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from '../../scripts/lib/process.mjs'

/** Reads pnpm-lock.yaml: the importers, the packages with their hashes, and the snapshots. */
export async function readLockfile(file = path.join(root, 'pnpm-lock.yaml')) {
  // Imported here, because run.mjs loads this module before any package is installed.
  const { parse } = await import('yaml')
  const { importers, packages, snapshots } = parse(await readFile(file, 'utf8'))
  return { importers, packages, snapshots }
}
