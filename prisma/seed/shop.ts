import type { Book } from './book'

export interface ShopPlan {
  today: string
  sales: number
  products: number
}

/**
 * Enters a whole shop into the book. Where it yields, what was entered so far may be written and
 * forgotten, which keeps a million sales out of memory.
 */
export type Shop = (
  book: Book,
  plan: ShopPlan,
) => Iterable<{ done: number; total: number; what: string }>
