import type { RowBuffer } from '../bulk-load/row-buffer'
import type { Random } from '../random'
import type { DemoProduct } from './catalogue'

export interface DemoItem extends DemoProduct {
  id: number
  category: string
  /** The expected sales per week, in pieces. */
  demand: number
  /** Whether the product was deleted. */
  gone: boolean
}

/** The state of the demo shop, which each day reads and changes. */
export interface Demo {
  buffer: RowBuffer
  random: Random
  /** Returns the timestamp of a minute of a day. */
  at: (day: string, minute: number) => string
  first: string
  today: string
  /** The open day before the current one. */
  previousDay: string
  items: DemoItem[]
  /** The number of customers entered so far. */
  customersKnown: number
  expenseCategoryIds: Map<string, number>
  supplierIds: number[]
}
