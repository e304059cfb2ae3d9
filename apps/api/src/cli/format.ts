/** 2026-11-21 22:43:00 UTC */
export function formatStamp(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** Aligns rows of text in columns, each as wide as its widest cell. */
export function formatTable(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
