import { isRule, readCells } from './markdown-tables.mjs'

/**
 * Reads the headings and sentences of specification.txt by section, without the marks of lists and tables.
 * A table row reads `first · second`. The text before section 1 belongs to section 1.
 */
export function readSentences(text) {
  const sections = new Map()
  let section = '1'
  const lines = text.split('\n')
  for (const [index, line] of lines.entries()) {
    section = /^## (\d+)\. /.exec(line)?.[1] ?? section
    if (line.trim() === '' || isRule(line) || isRule(lines[index + 1])) continue
    const sentence = line.startsWith('|') ? readCells(line).join(' · ') : withoutMark(line)
    sections.set(section, [...(sections.get(section) ?? []), sentence])
  }
  return sections
}

/** Reads the headings and sentences of a generated table, in their order. */
export function readTableSentences(text) {
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    if (line.startsWith('#')) return [withoutMark(line)]
    if (!line.startsWith('|') || isRule(line) || isRule(lines[index + 1])) return []
    return [readCells(line)[1] ?? '']
  })
}

function withoutMark(line) {
  return line.trim().replace(/^(?:#+|-|\d+\.(?= [A-Z]))\s+/, '')
}
