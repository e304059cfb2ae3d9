import type { Line, Paper } from './shop'

/** Whole cents all along, and dollars at the very end. */
export function lineCents({ price, quantity }: Pick<Line, 'price' | 'quantity'>): number {
  return price * quantity * 100
}

export function subtotalCents(lines: readonly Pick<Line, 'price' | 'quantity'>[]): number {
  return lines.reduce((sum, line) => sum + lineCents(line), 0)
}

export function totalCents(paper: Pick<Paper, 'lines' | 'discount' | 'shipping'>): number {
  return Math.max(0, subtotalCents(paper.lines) - paper.discount + paper.shipping)
}

export function dollars(cents: number): number {
  return cents / 100
}
