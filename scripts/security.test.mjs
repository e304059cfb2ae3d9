import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './lib/root.mjs'
import { titlesIn } from './lib/titles-in.mjs'

const folder = path.join(root, 'docs')
const text = readFileSync(path.join(folder, 'security.md'), 'utf8')
const [requirements = '', rest = ''] = text.split('\n## What does not apply\n')
const [leftOut = ''] = rest.split('\n## ')
const rows = cellsOf(requirements).map(([number = '', , control = '', held = '']) => ({
  number,
  control,
  held,
}))

/** Of the rows that begin with a number. */
function cellsOf(table) {
  const lines = table.split('\n').filter((line) => /^\| \d/.test(line))
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has, which come first in it, in these 15 chapters. */
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

test('every requirement of levels 1 and 2 is told once: as a row, or why it does not apply', () => {
  const asked = Object.entries(levels1And2).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  )
  const [chapters, ...sparse] = cellsOf(leftOut)
    .map(([numbers = '']) => numbers.split(', '))
    .toReversed()
  const told = [...rows.map(({ number }) => number), ...sparse.flat()]
  expect(told.filter((number, index) => told.indexOf(number) !== index)).toEqual([])
  expect(new Set(told)).toEqual(new Set(asked))
  expect(chapters).toEqual(['10', '17'])
})

test('every row names tests that there are, or says why none', () => {
  const named = rows.flatMap(({ number, held }) =>
    Array.from(held.matchAll(/`([^`]+)` › `([^`]+)`/g), ([, file = '', title = '']) => ({
      number,
      file,
      title,
    })),
  )
  const missing = named.filter(
    ({ file, title }) => !existsSync(path.join(root, file)) || !titlesIn(file).includes(title),
  )
  expect(missing).toEqual([])
  const held = new Set(named.map(({ number }) => number))
  const reason = /^(Not met|Rests with the host|By reading): (\S.{10}|see \d)/
  const unheld = rows.filter((row) => !held.has(row.number) && !reason.test(row.held))
  expect(unheld).toEqual([])
})

test('every row that is met says what answers to it, and every file of it is there', () => {
  const silent = rows.filter(
    ({ control, held }) => control === '—' && !held.startsWith('Not met: '),
  )
  expect(silent).toEqual([])
  const links = Array.from(text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g), ([, file = '']) => file)
  expect(links.length).toBeGreaterThan(60)
  expect(links.filter((file) => !existsSync(path.join(folder, file)))).toEqual([])
})
