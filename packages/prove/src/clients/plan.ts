import type { Journal } from './journal'

/** What the clients of a round are told. */
export type ClientsPlan = {
  /** Of one API or of several; a client that meets a closed door goes to the next one. */
  origins: string[]
  headers: Record<string, string>
  amount: number
  seed: number
  /** What every remark begins with, so that the judge finds what they have written. */
  mark: string
  /** Milliseconds at most between two writes of one client. */
  pause: number
  /** Milliseconds after which they take it that no answer comes. */
  patience: number
  /** Whether they also edit stock, which takes no key and must be looked up before it is repeated. */
  editsStock: boolean
  /** What the first edit adds more than: earlier ones of the same product added no more. */
  firstDelta: number
  goods: Goods
}

/** What there is to sell, to whom, and from whom. */
export type Goods = {
  customers: number[]
  suppliers: number[]
  /** Sold and bought by everybody. */
  products: number[]
  /** One for each client, whose stock nobody but that client edits. */
  counted: CountedProduct[]
  /** The day of all documents. */
  day: string
}

export type CountedProduct = {
  id: number
  name: string
  price: number
  cost: number
  categoryId: number
}

/** What the clients tell: how many writes so far, and at last their journal. */
export type ClientsWord = { acknowledged: number } | { journal: Journal }
