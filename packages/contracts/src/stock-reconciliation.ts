import { z } from 'zod'
import { defineReport } from './define-report'
import { noQuery } from './no-query'

/** The products whose stock is not the sum of their ledger: none, ever. */
export const stockReconciliation = defineReport({
  path: 'stock/reconcile',
  query: noQuery,
  row: z.object({
    productId: z.int().meta({ example: 1 }),
    name: z.string().meta({ example: 'Fountain pen' }),
    stock: z.int().meta({ description: 'What the product says', example: 40 }),
    ledgerStock: z.int().meta({ description: 'What its ledger adds up to', example: 38 }),
  }),
})

export type StockDifference = z.output<typeof stockReconciliation.row>
