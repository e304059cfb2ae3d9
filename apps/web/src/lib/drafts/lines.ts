import type { DraftLine } from './draft'

type Lines = readonly DraftLine[]

/** One more of a product, as dear as it was when it came; a new one at the end. */
export function addLine(lines: Lines, added: Omit<DraftLine, 'quantity'>, max: number): Lines {
  const line = lines.find(({ productId }) => productId === added.productId)
  if (!line) return [...lines, { ...added, quantity: 1 }]
  return changeLine(lines, line.productId, { quantity: Math.min(line.quantity + 1, max) })
}

export function changeLine(
  lines: Lines,
  productId: number,
  change: Partial<Pick<DraftLine, 'price' | 'quantity'>>,
): Lines {
  return lines.map((line) => (line.productId === productId ? { ...line, ...change } : line))
}

export function removeLine(lines: Lines, productId: number): Lines {
  return lines.filter((line) => line.productId !== productId)
}
