import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { securityTables } from './documents.mjs'
import { readRows } from './markdown-tables.mjs'

const folder = path.resolve(import.meta.dirname, '../../docs')
const text = readFileSync(path.join(folder, 'security.md'), 'utf8')
const rows = securityTables.read(text)

/**
 * The number of requirements of levels 1 and 2 in each section of these 15 chapters of ASVS 5.0.0. They come
 * first in a section.
 */
const levels1And2 = {
  ...sectionsOf(1, [2, 9, 11, 3, 2]),
  ...sectionsOf(2, [3, 3, 4, 1]),
  ...sectionsOf(3, [0, 2, 4, 6, 5, 0, 2]),
  ...sectionsOf(4, [3, 1, 2, 4]),
  ...sectionsOf(5, [1, 3, 2, 3]),
  ...sectionsOf(6, [3, 12, 4, 4, 5, 3, 0, 4]),
  ...sectionsOf(7, [3, 4, 2, 5, 2, 2]),
  ...sectionsOf(8, [2, 3, 1, 1]),
  ...sectionsOf(9, [3, 4]),
  ...sectionsOf(11, [2, 3, 3, 4, 1, 1]),
  ...sectionsOf(12, [3, 2, 4]),
  ...sectionsOf(13, [1, 5, 2, 5]),
  ...sectionsOf(14, [2, 4, 3]),
  ...sectionsOf(15, [3, 3, 7]),
  ...sectionsOf(16, [1, 5, 4, 3, 3]),
}

function sectionsOf(chapter, counts) {
  return Object.fromEntries(counts.map((count, index) => [`${chapter}.${index + 1}`, count]))
}

test('security.md lists every requirement of levels 1 and 2 once, as a row or as not applicable', () => {
  const expected = Object.entries(levels1And2).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  )
  const notApplicable = readRows(text.split('\n'), ['No.', 'Reason'])
  const [chapters, ...sparse] = notApplicable
    .map(({ cells: [numbers = ''] }) => numbers.split(', '))
    .toReversed()
  const listed = [...rows.map(({ number }) => number), ...sparse.flat()]
  expect(listed.filter((number, index) => listed.indexOf(number) !== index)).toEqual([])
  expect(new Set(listed)).toEqual(new Set(expected))
  expect(chapters).toEqual(['10', '17'])
})

test('every met requirement of security.md names its control', () => {
  const withoutControl = rows.filter(
    ({ cells, note }) => cells[2] === '—' && !note.startsWith('Not met: '),
  )
  expect(withoutControl).toEqual([])
})

test('no requirement of security.md names a file twice as its control', () => {
  const twice = rows.flatMap(({ number, cells }) => {
    const files = Array.from((cells[2] ?? '').matchAll(/\]\(([^)]+)\)/g), ([, file]) => file)
    return new Set(files).size < files.length ? [number] : []
  })
  expect(twice).toEqual([])
})

test('every file that security.md links to exists', () => {
  const links = Array.from(text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g), ([, file = '']) => file)
  expect(links.length).toBeGreaterThan(60)
  expect(links.filter((file) => !existsSync(path.join(folder, file)))).toEqual([])
})
