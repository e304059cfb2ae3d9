/**
 * The specification's headings and sentences by the number of their section, without the marks of lists
 * and tables: a row of a table reads `first · second`. What stands before section 1 belongs to it.
 */
export function readSentences(text) {
  const sections = new Map()
  let section = '1'
  const lines = text.split('\n')
  for (const [index, line] of lines.entries()) {
    section = /^## (\d+)\. /.exec(line)?.[1] ?? section
    if (line.trim() === '' || isRule(line) || isRule(lines[index + 1])) continue
    const sentence = line.startsWith('|') ? cellsOf(line).join(' · ') : withoutMark(line)
    sections.set(section, [...(sections.get(section) ?? []), sentence])
  }
  return sections
}

/** The headings and rows of our tables: sentence, how it is read, held by. */
export function readTables(text) {
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    if (line.startsWith('#')) return [heading(line)]
    if (!line.startsWith('|') || isRule(line) || isRule(lines[index + 1])) return []
    const [sentence = '', read = '', held = ''] = cellsOf(line)
    return [{ heading: false, sentence, read, held, tests: testsIn(held) }]
  })
}

function heading(line) {
  return { heading: true, sentence: withoutMark(line), read: '', held: '', tests: [] }
}

function testsIn(held) {
  return [...held.matchAll(/`([^`]+)` › `([^`]+)`/g)].map(([, file = '', title = '']) => ({
    file,
    title,
  }))
}

function withoutMark(line) {
  return line.trim().replace(/^(?:#+|-|\d+\.(?= [A-Z]))\s+/, '')
}

function cellsOf(line) {
  const cells = line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
  return cells.map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'))
}

function isRule(line) {
  return /^\|[\s|:-]+\|$/.test(line ?? '')
}
