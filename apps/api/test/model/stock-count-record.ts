/** A product of a stock count. The places are numbers of movements of the product's ledger. */
export type CountedLine = {
  counted: number | null
  entries: number
  /** The places in the ledger at the first and the last number of the sum. */
  beganAt: number
  countedAt: number
  by: { id: number; name: string } | null
  /** Set by the posting unless the product was deleted. */
  posted: { difference: number; moved: number; cost: number } | null
}

/** A stock count. Most of its instants are unknown, because the model has no clock. */
export type StockCountRecord = {
  id: number
  name: string | null
  categoryId: number | null
  blind: boolean
  state: 'open' | 'finished' | 'posted' | 'undone' | 'discarded'
  lines: ReadonlyMap<number, CountedLine>
  createdAt: string
  createdByName: string
  finishedByName: string | null
  /** By the answer of the step that finished it. */
  finishedAt: string | null
  postedByName: string | null
  undoneByName: string | null
  discardedByName: string | null
  /** The number of the posting: later postings have higher ones. */
  posting: number | null
}
