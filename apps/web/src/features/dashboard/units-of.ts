export function unitsOf(lines: readonly { quantity: number }[]) {
  return lines.reduce((units, { quantity }) => units + quantity, 0)
}
