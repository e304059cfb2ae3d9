import type { Product } from '@stockie/contracts'
import type { z } from 'zod'

import type { CreatedAnswer } from '@/lib/api/api-client'
import type { Draft, DraftKind } from '@/lib/drafts/draft'

/** What the screen that creates a document needs to know of it. */
export interface DocumentDefinition<Input, Row> {
  kind: DraftKind
  title: string
  list: { title: string; to: string }
  party: { label: string; placeholder: string; failure: string }
  /** Where the products cannot be read. */
  productFailure: string
  priceTitle: 'Price' | 'Cost'
  priceOf: (product: Product) => number
  totalsOf: (draft: Draft) => { subtotal: number; totalAmount: number }
  /** The first thing that a draft lacks: a party, a date or lines, in this order. */
  check: (draft: Draft, date: string) => string | null
  toInput: (draft: Draft, date: string) => Input
  input: z.ZodType
  create: {
    mutationFn: (sent: { input: Input; key: string }) => Promise<CreatedAnswer<Row>>
    meta: { success: string; failure: string }
  }
  /** 'Sale 42 ($47.50, Ada Fashola)' */
  describe: (row: Row) => string
}
