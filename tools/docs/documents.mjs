import { readRows, writeCells } from './markdown-tables.mjs'

const specificationColumns = ['No.', 'Specification', 'Reading', 'Tests']
const securityColumns = ['No.', 'Requirement', 'Control', 'Tests']

/**
 * Numbers the sentences of a section's tables and writes their tests.
 * The numbers are stable, because specification.txt never changes.
 */
export function specificationTables(section) {
  return createTables({
    columns: specificationColumns,
    numberOf: (_, index) => `${section}.${index + 1}`,
    kind: 'spec',
    notes: ['Nothing to hold'],
    allowsBoth: false,
  })
}

export const securityTables = createTables({
  columns: securityColumns,
  numberOf: ([number]) => number,
  kind: 'asvs',
  notes: ['Not met', 'Rests with the host', 'By reading'],
  allowsBoth: true,
})

function createTables({ columns, numberOf, kind, notes, allowsBoth }) {
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

const decisionStart = /^(\d+)\. /
const promiseLine = /^ {3,4}- .*:$/
const generatedLine = /^ {3,}- `[^`]+` › /

/** Numbers the promises of each decision and writes the tests below each of them. */
export const decisionList = {
  read(text) {
    const items = []
    let number = '0'
    let order = 0
    for (const [index, line] of text.split('\n').entries()) {
      const start = decisionStart.exec(line)?.[1]
      if (start) {
        number = start
        order = 0
        items.push({ id: `decision ${number}`, line: index + 1, indent: start.length + 2 })
      } else if (promiseLine.test(line)) {
        // If a decision lists promises, its tests stand below them.
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
      if (generatedLine.test(line)) return []
      const item = items.get(index + 1)
      if (!item) return [line]
      const indent = ' '.repeat(item.indent)
      return [line, ...writeTests(testsOf(item.id)).map((tests) => `${indent}- ${tests}`)]
    })
    return lines.join('\n')
  },
}

/**
 * Groups tests by file: `file` › `title`, `title`. Files are in alphabetical order, titles in the order of
 * the file.
 */
function writeTests(tests) {
  const lines = [...new Set(tests.map(({ file }) => file))].map((file) => {
    const own = tests.filter((test) => test.file === file).map(({ title }) => writeCode(title))
    return `${writeCode(file)} › ${[...new Set(own)].join(', ')}`
  })
  return lines.toSorted((a, b) => (a < b ? -1 : 1))
}

/** Returns the text before the first test. */
function readNote(cell) {
  return cell.split(/(?:<br>)?`[^`]+` › /)[0].trim()
}

function writeCode(text) {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``
}
