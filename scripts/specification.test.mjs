import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readSentences, readTables } from './lib/specification-tables.mjs'
import { titlesIn } from './lib/titles-in.mjs'

const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, 'docs/specification')
const files = readdirSync(folder).filter((name) => /^\d+-.+\.md$/.test(name))

const sentences = readSentences(readFileSync(path.join(folder, 'specification.txt'), 'utf8'))
const sections = [...sentences.keys()]
const decisions = readFileSync(path.join(folder, 'decisions.md'), 'utf8')

test('the specification has nine sections', () => {
  expect([...sentences.keys()]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
})

function tablesOf(section) {
  const own = files.filter((name) => name.startsWith(`${section}-`)).toSorted()
  return own.flatMap((name) => readTables(readFileSync(path.join(folder, name), 'utf8')))
}

test.each(sections)('the tables of section %s are its sentences, each once', (section) => {
  const said = tablesOf(section).map(({ sentence }) => sentence)
  const asked = sentences.get(section) ?? []
  expect(firstDifference(said, asked)).toBeUndefined()
})

test.each(sections)('every test that the tables of section %s name exists', (section) => {
  const missing = tablesOf(section)
    .flatMap(({ tests }) => tests)
    .filter(({ file, title }) => !titlesIn(file).some((known) => known.includes(title)))
  expect(missing).toEqual([])
})

test.each(sections)('every sentence of section %s is held, or says why not', (section) => {
  const rows = tablesOf(section).filter(({ heading }) => !heading)
  const unheld = rows.filter(({ tests, held }) =>
    tests.length === 0 ? !/^Nothing to hold: \S.{10}/.test(held) : /Nothing to hold/.test(held),
  )
  expect(unheld).toEqual([])
  const named = rows.flatMap(({ read }) => read.match(/decisions? \d+(?:(?:, | and )\d+)*/g) ?? [])
  const numbers = named.flatMap((text) => text.match(/\d+/g) ?? [])
  expect(numbers.filter((number) => !decisions.includes(`\n${number}. `))).toEqual([])
})

test('every decision names tests, and each of them exists', () => {
  const each = decisions.split(/\n(?=\d+\. )/).slice(1)
  const unheld = each.filter((decision) => !decision.includes(' › '))
  expect(unheld).toEqual([])
  const named = Array.from(decisions.matchAll(/`([^`]+)` › `([^`]+)`/g))
  const missing = named.filter(
    ([, file = '', title = '']) => !titlesIn(file).some((known) => known.includes(title)),
  )
  expect(missing).toEqual([])
})

/** Word by word: a table may give a paragraph whole or sentence by sentence. */
function firstDifference(said, asked) {
  const [ours, theirs] = [said, asked].map((texts) => texts.join(' ').split(/\s+/))
  const words = Math.max(ours.length, theirs.length)
  for (let at = 0; at < words; at += 1) {
    if (ours[at] === theirs[at]) continue
    const around = [Math.max(0, at - 6), at + 12]
    return { tables: ours.slice(...around).join(' '), asked: theirs.slice(...around).join(' ') }
  }
  return undefined
}
