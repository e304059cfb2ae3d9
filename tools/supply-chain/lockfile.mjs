import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from '../../scripts/lib/steps.mjs'

/** What pnpm-lock.yaml says: who asks for what, and each package with the hash that it must have. */
export async function readLockfile(file = path.join(root, 'pnpm-lock.yaml')) {
  // Only now: what runs everything is loaded before any package is there.
  const { parse } = await import('yaml')
  const { importers, packages, snapshots } = parse(await readFile(file, 'utf8'))
  return { importers, packages, snapshots }
}
