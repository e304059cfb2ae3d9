/** Lines of cells as lines of text, each column as wide as its widest cell. */
export function padColumns(lines: readonly string[][]): string[] {
  const [head = []] = lines
  const widths = head.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
