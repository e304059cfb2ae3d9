type Cell = string | number

const widest = 84

function toText(cell: Cell): string {
  const text = String(cell).replaceAll('<', '&lt;')
  return text.length > widest ? `${text.slice(0, widest - 1)}…` : text
}

/** A table as the formatter leaves it: every column as wide as its widest cell. */
export function markdownTable(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = [head, ...rows].map((row) => row.map(toText))
  const widths = head.map((_, column) =>
    Math.max(3, ...texts.map((row) => row[column]?.length ?? 0)),
  )
  const padded = texts.map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)))
  const rule = widths.map((width) => '-'.repeat(width))
  return padded
    .toSpliced(1, 0, rule)
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')
}
