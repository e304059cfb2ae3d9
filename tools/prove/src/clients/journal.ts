import type {
  DaySheetInput,
  PurchaseInput,
  ReturnInput,
  SaleInput,
  StockCount,
} from '@stockie/contracts'

/** A sale, a purchase, a return or a cash count as its client knows it. */
export type DocumentEntry = {
  resource: 'sales' | 'purchases' | 'returns' | 'day_sheets'
  /** Its remark, which is unique. */
  mark: string
  /** The request body, the same in every try. */
  sent: SaleInput | PurchaseInput | ReturnInput | DaySheetInput
  /** The body of the first success response; null until it arrives. */
  answer: {
    saleId?: number
    purchaseId?: number
    saleDetails?: object[]
  } | null
  /**
   * The state by the last answer; null while an answer is missing. Always null for returns, which follow
   * their sale, and for cash counts.
   */
  isDeleted: boolean | null
  /** Whether a return of this sale was sent. */
  isReturned?: true
  /** What the answer to its bulk delete named it, if it had one. */
  batch?: string | undefined
}

/** A stock edit by an amount that is unique for its product. */
export type EditEntry = { productId: number; delta: number; acknowledged: boolean }

/** A number of a stock count. The answer has what the numbers of the product came to. */
export type CountedNumber = {
  key: string
  productId: number
  counted: number
  mode: 'replace' | 'add'
  answered: { counted: number; entries: number } | null
}

/** A stock count, which only one client counts. */
export type StockCountEntry = {
  /** Its name, which is unique. */
  mark: string
  sent: { name: string; productIds: number[] }
  /** null until the first success response. */
  id: number | null
  numbers: CountedNumber[]
  /** By the last answer; null while an answer is missing. */
  state: StockCount['state'] | null
  /** The figures that the posting was answered with. */
  posted: Pick<StockCount, 'differing' | 'units' | 'value'> | null
}

/** A request that was sent and had no answer. */
export type Unanswered = {
  path: string
  why: string
  /** When it was sent, by the system clock, which all processes share. */
  began: number
  waited: number
  /** True if the client timed out, false if the connection broke. */
  timedOut: boolean
}

export type Journal = {
  documents: DocumentEntry[]
  edits: EditEntry[]
  stockCounts: StockCountEntry[]
  acknowledged: number
  /** Clients that failed for good, each as a sentence. */
  failed: string[]
  unanswered: Unanswered[]
  /** The reasons of each 503, after which the request was sent again. */
  refusals: string[]
  /** Milliseconds of the longest request, until any answer or its failure. */
  longestWait: number
  /** Milliseconds of the longest write, from its first try until it succeeded or failed, retries included. */
  longestWrite: number
}

export function createJournal(): Journal {
  return {
    documents: [],
    edits: [],
    stockCounts: [],
    acknowledged: 0,
    failed: [],
    unanswered: [],
    refusals: [],
    longestWait: 0,
    longestWrite: 0,
  }
}

/** The entry of a document before its first request. */
export function createEntry(
  resource: DocumentEntry['resource'],
  { mark, sent }: Pick<DocumentEntry, 'mark' | 'sent'>,
): DocumentEntry {
  return { resource, mark, sent, answer: null, isDeleted: null }
}
