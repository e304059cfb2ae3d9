import type { Product } from '@stockie/contracts'
import type { z } from 'zod'

import type { CreatedAnswer } from '@/lib/api/api-client'
import type { Draft, DraftKind } from '@/lib/drafts/draft'

/** What the form needs to know of a kind of document. */
export interface DocumentDefinition<Input, Row> {
  kind: DraftKind
  title: string
  list: { title: string; to: string }
  party: { label: string; placeholder: string; failure: string }
  /** Shown if the products cannot be loaded. */
  productFailure: string
  priceTitle: 'Price' | 'Cost'
  priceOf: (product: Product) => number
  totalsOf: (draft: Draft) => { subtotal: number; totalAmount: number }
  /** An error for the first part that a draft lacks: party, date or lines, in this order. */
  check: (draft: Draft, date: string) => string | null
  toInput: (draft: Draft, date: string) => Input
  input: z.ZodType
  create: {
    mutationFn: (sent: { input: Input; key: string }) => Promise<CreatedAnswer<Row>>
    meta: { success: string; failure: string }
  }
  /** For example 'Sale 42 ($47.50, Ada Fashola)'. */
  describe: (row: Row) => string
}
