import { readRows, writeCells } from './markdown-tables.mjs'
import { readNote, writeTests } from './write-tests.mjs'

const specificationColumns = ['No.', 'Specification', 'Reading', 'Tests']
const securityColumns = ['No.', 'Requirement', 'Control', 'Tests']

/** Numbers the sentences of a section's tables and writes their tests. */
export function specificationTables(section) {
  return tables({
    columns: specificationColumns,
    numberOf: (_, index) => `${section}.${index + 1}`,
    kind: 'spec',
    notes: /^Nothing to hold: \S.{10}/,
    noteOrTests: true,
  })
}

export const securityTables = tables({
  columns: securityColumns,
  numberOf: ([number]) => number,
  kind: 'asvs',
  notes: /^(?:Not met|Rests with the host|By reading): (?:\S.{10}|see \d)/,
  noteOrTests: false,
})

function tables({ columns, numberOf, kind, notes, noteOrTests }) {
  function read(text) {
    const rows = readRows(text.split('\n'), columns)
    return rows.map(({ index, cells }, order) => {
      const note = readNote(cells[3] ?? '')
      const number = numberOf(cells, order)
      return { id: `${kind} ${number}`, number, line: index + 1, cells, note, noteOrTests }
    })
  }
  function write(text, testsOf) {
    const lines = text.split('\n')
    for (const { id, number, line, cells, note } of read(text)) {
      const tests = [note, ...writeTests(testsOf(id))].filter(Boolean).join('<br>')
      lines[line - 1] = writeCells([number, cells[1], cells[2], tests])
    }
    return lines.join('\n')
  }
  return { read, write, notes }
}

const decision = /^(\d+)\. /
const promise = /^( {3,4})- .*:$/
const testOfPromise = /^ {5,6}- `[^`]+` › /

/** Numbers the promises of each decision and writes the tests below each of them. */
export const decisionList = {
  read(text) {
    let number = '0'
    let order = 0
    return text.split('\n').flatMap((line, index) => {
      const begun = decision.exec(line)?.[1]
      if (begun) [number, order] = [begun, 0]
      if (!promise.test(line)) return []
      order += 1
      return [{ id: `decision ${number}.${order}`, line: index + 1, note: '' }]
    })
  },
  write(text, testsOf) {
    const ids = new Map(decisionList.read(text).map(({ id, line }) => [line - 1, id]))
    const lines = text.split('\n').flatMap((line, index) => {
      if (testOfPromise.test(line)) return []
      const id = ids.get(index)
      if (!id) return [line]
      const indent = `${promise.exec(line)?.[1]}  `
      return [line, ...writeTests(testsOf(id)).map((tests) => `${indent}- ${tests}`)]
    })
    return lines.join('\n')
  },
}
