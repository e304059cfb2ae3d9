import type { ResourcePath } from '@stockie/contracts'
import type { z } from 'zod'
import type { TestShop } from '#test/test-shop'

export type Body = Record<string, unknown>

/** A body, and what has to become of it. */
export type Example = {
  /** With blanks around its texts. */
  body: Body
  /** All that is answered, but the id. */
  answer: Body
  /** Columns of the row. */
  stored: Body
}

/** What the shared tests need to know of a resource. */
export type CrudCase = {
  path: ResourcePath
  table: string
  id: 'id' | 'saleId' | 'purchaseId'
  row: z.ZodType
  newestFirst: boolean
  entered: (shop: TestShop) => Example
  /** Sales and purchases are never edited. */
  edited?: (shop: TestShop) => Example
  /** Texts that may be left out. */
  optional: string[]
  /** Values that a field refuses, and the specification's own sentence for it. */
  broken: [field: string, values: unknown[], message: string][]
}
