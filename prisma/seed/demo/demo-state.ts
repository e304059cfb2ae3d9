import type { Book } from '../book/book'
import type { Random } from '../random'
import type { DemoProduct } from './catalogue'

export interface DemoItem extends DemoProduct {
  id: number
  category: string
  /** Pieces a week, as the shop has come to expect. */
  demand: number
  /** No longer on the shelves. */
  gone: boolean
}

/** Everything that a day in the demo shop needs to know. */
export interface Demo {
  book: Book
  random: Random
  first: string
  today: string
  /** The open day before the current one. */
  previousDay: string
  items: DemoItem[]
  /** How many customers have been entered so far. */
  customersKnown: number
  expenseCategoryIds: Map<string, number>
  supplierIds: number[]
}
