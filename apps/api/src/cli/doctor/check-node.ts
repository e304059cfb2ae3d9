import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from '@/env'
import type { Verdict } from './finding'
import { isWithin } from './is-within'

export async function checkNode(): Promise<Verdict[]> {
  const { version, engines } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
  const machine = `Stockie ${version} on Node ${process.versions.node}, ${process.platform} ${process.arch}`
  if (isWithin(process.versions.node, engines.node)) {
    return [{ state: 'ok', found: `${machine}.` }]
  }
  const found = `${machine}: it needs Node ${engines.node}, install one from https://nodejs.org.`
  return [{ state: 'wrong', found }]
}
