import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const folder = import.meta.dirname
const entries = readdirSync(folder).filter((file) => /(?<!\.test|\.config)\.mjs$/.test(file))

/** What a file loads as soon as it is loaded itself, and its parts that it loads later. */
function importsOf(file) {
  const text = readFileSync(file, 'utf8')
  const now =
    /^(?:import|export\s[^'();=]*\sfrom)\s[^'()]*'([^']+)'|^(?:const [^=]*= )?await import\('([^']+)'\)/gm
  const later = /\bimport\('(\.[^']+)'\)/g
  return [...text.matchAll(now), ...text.matchAll(later)].map(
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

// In a fresh clone these are what installs the packages.
test.each(entries)('%s needs no package to be loaded', (entry) => {
  expect(packagesOf(path.join(folder, entry))).toEqual([])
})

test('its parts are followed', () => {
  const seen = new Set()
  packagesOf(path.join(folder, 'run.mjs'), seen)
  expect(seen).toContain(path.resolve(folder, '../tools/supply-chain/lockfile.mjs'))
})
