import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const folder = import.meta.dirname
const entries = readdirSync(folder).filter((file) => /(?<!\.test|\.config)\.mjs$/.test(file))

/** The static imports of a file, and the relative modules that it imports dynamically. */
function importsOf(file) {
  const text = readFileSync(file, 'utf8')
  const staticImports =
    /^(?:import|export\s[^'();=]*\sfrom)\s[^'()]*'([^']+)'|^(?:const [^=]*= )?await import\('([^']+)'\)/gm
  const dynamicImports = /\bimport\('(\.[^']+)'\)/g
  return [...text.matchAll(staticImports), ...text.matchAll(dynamicImports)].map(
    ([, first, second]) => first ?? second ?? '',
  )
}

/** @returns {string[]} */
function packagesOf(file, seen = new Set()) {
  if (seen.has(file)) return []
  seen.add(file)
  return importsOf(file).flatMap((name) => {
    if (name.startsWith('.')) return packagesOf(path.resolve(path.dirname(file), name), seen)
    return name.startsWith('node:') ? [] : [`${path.relative(folder, file)} needs ${name}`]
  })
}

// In a fresh clone, these files install the packages.
test.each(entries)('%s imports no package before the install', (entry) => {
  expect(packagesOf(path.join(folder, entry))).toEqual([])
})

test('the check of the imports follows dynamic imports', () => {
  const seen = new Set()
  packagesOf(path.join(folder, 'run.mjs'), seen)
  expect(seen).toContain(path.resolve(folder, '../tools/supply-chain/lockfile.mjs'))
})
