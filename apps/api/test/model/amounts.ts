import type { Line, ShopDocument } from './shop-model'

/** The model calculates in whole cents and converts to dollars only at the end. */
export function lineCents({ price, quantity }: Pick<Line, 'price' | 'quantity'>): number {
  return price * quantity * 100
}

export function subtotalCents(lines: readonly Pick<Line, 'price' | 'quantity'>[]): number {
  return lines.reduce((sum, line) => sum + lineCents(line), 0)
}

export function totalCents(
  document: Pick<ShopDocument, 'lines' | 'discount' | 'shipping'>,
): number {
  return Math.max(0, subtotalCents(document.lines) - document.discount + document.shipping)
}

export function dollars(cents: number): number {
  return cents / 100
}
