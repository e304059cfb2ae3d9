import { styleText } from 'node:util'
import { formatTable } from '@/cli/format-table'
import { plainText } from '@/main/plain-text'
import type { Finding } from './finding'

const colours = { ok: 'green', look: 'yellow', wrong: 'red' } as const

/** The findings as a table; on a terminal in colour, and no wider than it is. */
export function showFindings(findings: Finding[], terminal: NodeJS.WriteStream): string {
  const widest = Math.max(...findings.map(({ check }) => check.length))
  const room = terminal.isTTY ? Math.max(40, terminal.columns - widest - 10) : Infinity
  const rows = findings.flatMap(({ check, state, found }) =>
    wrap(plainText(found), room).map((line, index) =>
      index === 0 ? [check, state, line] : ['', '', line],
    ),
  )
  const table = formatTable([['What', 'State', 'Found'], ...rows])
  if (!terminal.isTTY || !terminal.hasColors()) return table
  return table.replaceAll(
    /^(\S.*? {2})(ok|look|wrong)(?= )/gm,
    (_line, before: string, state: Finding['state']) => before + styleText(colours[state], state),
  )
}

/** Lines of whole words, each as long as there is room. */
function wrap(text: string, room: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line && line.length + word.length >= room) {
      lines.push(line)
      line = word
    } else {
      line = line ? `${line} ${word}` : word
    }
  }
  return [...lines, line]
}
