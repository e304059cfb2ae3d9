import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readSentences, readTableSentences } from './specification-sentences.mjs'

const folder = path.resolve(import.meta.dirname, '../../docs/specification')
const files = readdirSync(folder).filter((name) => /^\d+-.+\.md$/.test(name))

const sentences = readSentences(readFileSync(path.join(folder, 'specification.txt'), 'utf8'))
const sections = [...sentences.keys()]
const decisions = readFileSync(path.join(folder, 'decisions.md'), 'utf8')

test('specification.txt has nine sections', () => {
  expect(sections).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
})

function readSection(section) {
  const own = files.filter((name) => name.startsWith(`${section}-`)).toSorted()
  return own.map((name) => readFileSync(path.join(folder, name), 'utf8'))
}

test.each(sections)(
  'the tables of section %s contain each sentence once and in order',
  (section) => {
    const inTables = readSection(section).flatMap(readTableSentences)
    expect(findDifference(inTables, sentences.get(section) ?? [])).toBeUndefined()
  },
)

test.each(sections)('section %s refers only to decisions that exist', (section) => {
  const text = readSection(section).join('\n')
  const references = text.match(/decisions? \d+(?:(?:, | and )\d+)*/g) ?? []
  const numbers = references.flatMap((reference) => reference.match(/\d+/g) ?? [])
  expect(numbers.filter((number) => !decisions.includes(`\n${number}. `))).toEqual([])
})

/** Compares word by word, because a paragraph may be one row or one row for each sentence. */
function findDifference(inTables, inSpecification) {
  const [ours, theirs] = [inTables, inSpecification].map((texts) => texts.join(' ').split(/\s+/))
  const words = Math.max(ours.length, theirs.length)
  for (let at = 0; at < words; at += 1) {
    if (ours[at] === theirs[at]) continue
    const around = [Math.max(0, at - 6), at + 12]
    return {
      inTables: ours.slice(...around).join(' '),
      inSpecification: theirs.slice(...around).join(' '),
    }
  }
  return undefined
}
