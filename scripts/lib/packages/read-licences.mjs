import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from '../root.mjs'

const store = path.join(root, 'node_modules/.pnpm')

/** The licence that each package says of itself. What is not installed here, being another machine's, says nothing. */
export async function readLicences(packages) {
  const folders = await readdir(store)
  const licences = new Map()
  for (const { key, name } of packages) {
    const start = key.replaceAll('/', '+')
    const folder = folders.find((each) => each === start || each.startsWith(`${start}_`))
    if (!folder) continue
    const file = path.join(store, folder, 'node_modules', name, 'package.json')
    const { license } = JSON.parse(await readFile(file, 'utf8'))
    if (typeof license === 'string') licences.set(key, license)
  }
  return licences
}
