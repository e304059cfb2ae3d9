import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from './env'

/** Which Stockie this is, by the root's package.json. */
export async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
  return String(version)
}
