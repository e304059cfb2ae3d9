import type { PurchaseInput, SaleInput } from '@stockie/contracts'

/** A sale or a purchase, as its client knows it. */
export type DocumentEntry = {
  resource: 'sales' | 'purchases'
  /** Its remark, which no other document has. */
  mark: string
  /** What was asked for, every time that it was. */
  sent: SaleInput | PurchaseInput
  /** The first answer's body; null as long as nobody has said that it is recorded. */
  answer: { saleId?: number; purchaseId?: number } | null
  /** As it was answered last; null where that answer has not come. */
  isDeleted: boolean | null
}

/** An edit of a product's stock by an amount that no other edit of it has. */
export type EditEntry = { productId: number; delta: number; acknowledged: boolean }

/** How a request ended that was sent and that nobody answered. */
export type Unanswered = {
  path: string
  why: string
  /** When it was sent, by the clock that all processes have. */
  began: number
  waited: number
  /** Whether it was the client that gave it up, and not the line that broke. */
  ranOut: boolean
}

export type Journal = {
  documents: DocumentEntry[]
  edits: EditEntry[]
  acknowledged: number
  /** What was given up for good, each as a sentence. */
  failed: string[]
  unanswered: Unanswered[]
  /** Milliseconds until an answer, whatever it said, or until it was clear that none comes. */
  longestWait: number
  /** Milliseconds from the first asking for a write until it was done or given up, however often it was asked for. */
  longestWrite: number
}

export function createJournal(): Journal {
  return {
    documents: [],
    edits: [],
    acknowledged: 0,
    failed: [],
    unanswered: [],
    longestWait: 0,
    longestWrite: 0,
  }
}

/** A sale or a purchase that is about to be asked for: nobody has said anything of it yet. */
export function unansweredEntry(
  resource: DocumentEntry['resource'],
  { mark, sent }: Pick<DocumentEntry, 'mark' | 'sent'>,
): DocumentEntry {
  return { resource, mark, sent, answer: null, isDeleted: null }
}
