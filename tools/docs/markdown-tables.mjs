/** Splits a line of a Markdown table into its cells. */
export function readCells(line) {
  const cells = line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
  return cells.map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'))
}

export function writeCells(cells) {
  const written = cells.map((cell) => cell.replaceAll('|', String.raw`\|`))
  return `| ${written.join(' | ')} |`
}

/** True for the line between a table's header and its rows. */
export function isRule(line) {
  return /^\|[\s|:-]+\|$/.test(line ?? '')
}

/** Lists the rows of all tables whose header has these columns, with the indexes of their lines. */
export function readRows(lines, columns) {
  const rows = []
  let inTable = false
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith('|')) inTable = false
    else if (isRule(lines[index + 1])) inTable = readCells(line).join() === columns.join()
    else if (inTable && !isRule(line)) rows.push({ index, cells: readCells(line) })
  }
  return rows
}
