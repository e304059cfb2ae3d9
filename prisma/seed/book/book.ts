import { Ledger } from './ledger'
import type { Row, Table } from './tables'

interface Product {
  name: string
  price: number
  cost: number
}

/**
 * The shop's book: what is entered in it waits here as rows until they are written. Every profile
 * enters through records.ts and documents.ts, so the rules of a document stand there once.
 */
export class Book {
  readonly rows: { [Name in Table]: Row<Name>[] } = {
    users: [],
    customers: [],
    suppliers: [],
    categories: [],
    expense_categories: [],
    expenses: [],
    products: [],
    sales: [],
    sale_lines: [],
    purchases: [],
    purchase_lines: [],
    stock_movements: [],
  }
  /** How many rows of this book stand in a table already. */
  readonly written = new Map<Table, number>()
  readonly ledger = new Ledger(this.rows.stock_movements)
  readonly products = new Map<number, Product>()
  readonly contacts = {
    customers: new Map<number, string>(),
    suppliers: new Map<number, string>(),
  }
  readonly #lastIds = new Map<string, number>()

  /** Ids are given here, one after the other, so that they are the same in every run. */
  nextId(of: Table | 'batch'): number {
    const id = (this.#lastIds.get(of) ?? 0) + 1
    this.#lastIds.set(of, id)
    return id
  }
}

/** What was entered before; a seed that names something else is wrong and must not go on. */
export function known<Key, Item>(map: ReadonlyMap<Key, Item>, key: Key): Item {
  const item = map.get(key)
  if (item === undefined) throw new Error(`The seed names ${String(key)} before entering it.`)
  return item
}

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
