import { type enterSale, adjustStock, deleteSale } from '../documents'
import type { Stamp } from '../ledger'
import type { Demo, DemoItem } from './demo-state'

const fragile = new Set(['Tableware', 'Glass & Storage'])
const chanceOfBreakage = 0.006
const chanceOfMiscount = 0.0015
const chanceOfMistyping = 0.0012

/** After closing: what broke, what a count found, and the sales that were typed in wrong. */
export function settleMishaps(
  demo: Demo,
  sales: readonly ReturnType<typeof enterSale>[],
  stamp: Stamp,
): void {
  const { book, random, items } = demo
  for (const sale of sales) if (random.chance(chanceOfMistyping)) deleteSale(book, sale, stamp)
  for (const item of items) {
    if (fragile.has(item.category) && random.chance(chanceOfBreakage)) {
      correct(demo, item, -random.int(1, 2), stamp)
    }
    if (random.chance(chanceOfMiscount)) correct(demo, item, random.pick([-2, -1, 1]), stamp)
  }
}

/** Nothing breaks that is not there. */
function correct({ book }: Demo, item: DemoItem, delta: number, stamp: Stamp): void {
  if (!item.gone && book.ledger.stockOf(item.id) + delta >= 0) {
    adjustStock(book, item.id, delta, stamp)
  }
}
