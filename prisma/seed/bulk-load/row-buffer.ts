import { Ledger } from './ledger'
import type { Row, Table } from './tables'

interface Product {
  name: string
  price: number
  cost: number
}

/**
 * The rows of a shop that are not written yet. Every profile adds them through records.ts and
 * documents.ts, which hold the rules of documents.
 */
export class RowBuffer {
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
  /** The number of rows already written, by table. */
  readonly written = new Map<Table, number>()
  readonly ledger = new Ledger(this.rows.stock_movements)
  readonly products = new Map<number, Product>()
  readonly contacts = {
    customers: new Map<number, string>(),
    suppliers: new Map<number, string>(),
  }
  readonly #lastIds = new Map<string, number>()

  /** Assigns ids in sequence, so that they are the same in every run. */
  nextId(sequence: Table | 'batch'): number {
    const id = (this.#lastIds.get(sequence) ?? 0) + 1
    this.#lastIds.set(sequence, id)
    return id
  }
}

/** Returns an entry of the map. Throws if a seed refers to an entry that it has not entered before. */
export function requireEntry<Key, Item>(map: ReadonlyMap<Key, Item>, key: Key): Item {
  const item = map.get(key)
  if (item === undefined) throw new Error(`The seed names ${String(key)} before entering it.`)
  return item
}

export interface ShopPlan {
  today: string
  /** The minutes of today that have passed. */
  minutesToday: number
  sales: number
  products: number
}

/**
 * Enters a whole shop into the buffer. At each yield the caller may write and drop the rows so far,
 * which keeps a million sales out of memory.
 */
export type Shop = (
  buffer: RowBuffer,
  plan: ShopPlan,
) => Iterable<{ done: number; total: number; unit: string }>
