import { readRows, writeCells } from './markdown-tables.mjs'
import { readNote, writeTests } from './write-tests.mjs'

const specificationColumns = ['No.', 'Specification', 'Reading', 'Tests']
const securityColumns = ['No.', 'Requirement', 'Control', 'Tests']

/**
 * Numbers the sentences of a section's tables and writes their tests.
 * specification.txt never changes, so the numbers do not either.
 */
export function specificationTables(section) {
  return tables({
    columns: specificationColumns,
    numberOf: (_, index) => `${section}.${index + 1}`,
    kind: 'spec',
    notes: ['Nothing to hold'],
    allowsBoth: false,
  })
}

export const securityTables = tables({
  columns: securityColumns,
  numberOf: ([number]) => number,
  kind: 'asvs',
  notes: ['Not met', 'Rests with the host', 'By reading'],
  allowsBoth: true,
})

function tables({ columns, numberOf, kind, notes, allowsBoth }) {
  function read(text) {
    const rows = readRows(text.split('\n'), columns)
    return rows.map(({ index, cells }, order) => {
      const note = readNote(cells[3] ?? '')
      const number = numberOf(cells, order)
      return { id: `${kind} ${number}`, number, line: index + 1, cells, note, notes, allowsBoth }
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
  return { read, write }
}

const decision = /^(\d+)\. /
const promise = /^ {3,4}- .*:$/
const generated = /^ {3,}- `[^`]+` › /

/** Numbers the promises of each decision and writes the tests below each of them. */
export const decisionList = {
  read(text) {
    const items = []
    let number = '0'
    let order = 0
    for (const [index, line] of text.split('\n').entries()) {
      const begun = decision.exec(line)?.[1]
      if (begun) {
        number = begun
        order = 0
        items.push({ id: `decision ${number}`, line: index + 1, indent: begun.length + 2 })
      } else if (promise.test(line)) {
        // A decision that lists promises has its tests below them.
        if (order === 0) items.pop()
        order += 1
        const indent = line.indexOf('-') + 2
        items.push({ id: `decision ${number}.${order}`, line: index + 1, indent })
      }
    }
    return items
  },
  write(text, testsOf) {
    const items = new Map(decisionList.read(text).map((item) => [item.line, item]))
    const lines = text.split('\n').flatMap((line, index) => {
      if (generated.test(line)) return []
      const item = items.get(index + 1)
      if (!item) return [line]
      const indent = ' '.repeat(item.indent)
      return [line, ...writeTests(testsOf(item.id)).map((tests) => `${indent}- ${tests}`)]
    })
    return lines.join('\n')
  },
}
