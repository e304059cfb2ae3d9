import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from '../../scripts/lib/process.mjs'

const store = path.join(root, 'node_modules/.pnpm')

/**
 * Reads the licence of each package. Packages for other platforms are not installed, so they have none here.
 */
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

/** Creates a CycloneDX document. It has no date, so the same lockfile gives the same text. */
export function createSbom({ packages, licences, version }) {
  const stockie = { type: 'application', 'bom-ref': `stockie@${version}`, name: 'stockie', version }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { ...stockie, licenses: [{ license: { id: 'MIT' } }] } },
    components: packages.map((each) => toComponent(each, licences.get(each.key))),
    dependencies: packages.map(({ key, needs }) => ({ ref: key, dependsOn: needs.toSorted() })),
  }
}

function toComponent({ key, name, version, integrity, isOptional }, licence) {
  const [, group, bare = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? []
  return {
    type: 'library',
    'bom-ref': key,
    ...(group && { group }),
    name: bare,
    version,
    scope: isOptional ? 'optional' : 'required',
    hashes: [toHash(integrity)],
    ...(licence && { licenses: [toLicence(licence)] }),
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  }
}

function toHash(integrity) {
  const [, bits, digest = ''] = /^sha(\d+)-(.+)$/.exec(integrity) ?? []
  return { alg: `SHA-${bits}`, content: Buffer.from(digest, 'base64').toString('hex') }
}

/** "MIT" is an identifier, "(MIT OR Apache-2.0)" an expression. */
function toLicence(licence) {
  return /^[\w.+-]+$/.test(licence) ? { license: { id: licence } } : { expression: licence }
}
