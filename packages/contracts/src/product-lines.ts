import { z } from 'zod'
import { dateRangeQuery } from './date-range'
import { defineReport } from './define-report'
import { isoDate } from './iso-date'

/**
 * The lines of sales and purchases that make a product's row in the product summary, newest first: by
 * day, and on a day the sales first, by document and by line.
 */
export const productLines = defineReport({
  path: 'products/{id}/lines',
  query: dateRangeQuery,
  row: z.object({
    kind: z.enum(['sale', 'purchase']).meta({ example: 'sale' }),
    documentId: z.int().meta({ description: 'The saleId or purchaseId', example: 1 }),
    lineId: z.int().meta({ description: 'Its own among those of its kind', example: 1 }),
    day: isoDate,
    partyName: z.string().meta({ description: 'The customer or supplier', example: 'Ada Fashola' }),
    price: z.int().meta({ example: 24 }),
    quantity: z.int().meta({ example: 2 }),
    total: z.number().meta({ example: 48 }),
  }),
})

export type ProductLine = z.output<typeof productLines.row>
