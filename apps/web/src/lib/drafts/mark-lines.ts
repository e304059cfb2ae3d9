import type { DraftLine } from './draft'

export type LineState = 'same' | 'deleted' | { price: number }

interface Sold {
  id: number
}

/** Holds lines against today's products. While those are not known, nothing is said of a line. */
export function markLines<Product extends Sold>(
  lines: readonly DraftLine[],
  products: readonly Product[] | undefined,
  priceOf: (product: Product) => number,
): { line: DraftLine; state: LineState }[] {
  const prices = products && new Map(products.map((product) => [product.id, priceOf(product)]))
  return lines.map((line) => {
    if (!prices) return { line, state: 'same' }
    const price = prices.get(line.productId)
    if (price === undefined) return { line, state: 'deleted' }
    return { line, state: price === line.price ? 'same' : { price } }
  })
}
