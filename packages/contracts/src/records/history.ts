import { z } from 'zod'
import { defineReport } from '../definitions'
import { isoDate, readNumber } from '../fields'
import { idQuery } from '../http/request-params'

const pageSizeMessage = 'pageSize must be a whole number from 1 to 200'
const beforeMessage = 'before must be an id'

/** The number of rows of a list whose next page begins after the last row of the page before. */
export const historyPageSize = z
  .preprocess(readNumber, z.int(pageSizeMessage).min(1, pageSizeMessage).max(200, pageSizeMessage))
  .default(50)
  .meta({ description: 'The number of rows per page', example: 50 })

/** Query parameters of a history. Each page is asked for by the last row of the page before. */
function historyPaging(before: string) {
  return {
    before: idQuery(beforeMessage).meta({
      description: `Only rows older than the one with this ${before}`,
      example: 1000,
    }),
    pageSize: historyPageSize,
  }
}

/** How many of the newest documents the most frequent products are counted in. */
export const countedDocuments = 1_000

const documentId = z.int().meta({ description: 'The saleId or purchaseId', example: 1 })

/** A sale of a customer, or a purchase from a supplier. */
const partyDocument = z.object({
  documentId,
  day: isoDate,
  totalAmount: z.number().meta({ example: 47.5 }),
  units: z.int().meta({ description: 'The sum of the quantities', example: 5 }),
  lineCount: z.int().meta({ example: 2 }),
  productNames: z.array(z.string()).meta({
    description: 'The names of the products of the first three lines',
    example: ['Fountain pen', 'Notebook'],
  }),
})

const totals = z.object({
  count: z.int().meta({ description: 'The number of documents', example: 12 }),
  total: z.number().meta({
    description: 'The sum of their totals, less what returns of these sales paid back',
    example: 540.5,
  }),
})

const partySummary = z.object({
  all: totals,
  last12Months: totals.meta({
    description: "The 12 months that end today, by the store's clock",
  }),
  last: z
    .object({ documentId, day: isoDate })
    .nullable()
    .meta({ description: 'The newest document. null if there is none' }),
  topProducts: z
    .array(
      z.object({
        productId: z.int().meta({ example: 1 }),
        name: z.string().meta({ example: 'Fountain pen' }),
        units: z.int().meta({ example: 24 }),
      }),
    )
    .meta({
      description:
        'The three products with most units in the last 12 months, in the newest 1,000 documents at most. Without units that came back',
    }),
})

const partyQuery = z.object(historyPaging('documentId'))

/** The sales of a customer, newest first: by day, then by id. */
export const customerHistory = defineReport({
  path: 'customers/{id}/history',
  query: partyQuery,
  row: partyDocument.extend({
    returnedAmount: z.number().meta({ description: 'What its returns paid back', example: 0 }),
  }),
})

/** The purchases from a supplier, newest first: by day, then by id. */
export const supplierHistory = defineReport({
  path: 'suppliers/{id}/history',
  query: partyQuery,
  row: partyDocument,
})

export const customerHistorySummary = defineReport({
  path: 'customers/{id}/history/summary',
  query: z.object({}),
  row: partySummary,
})

export const supplierHistorySummary = defineReport({
  path: 'suppliers/{id}/history/summary',
  query: z.object({}),
  row: partySummary,
})

const documentKinds = ['sale', 'purchase'] as const

/** The lines of a product in sales or purchases, in the reverse of the order in which they were recorded. */
export const productHistory = defineReport({
  path: 'products/{id}/history',
  query: z.object({
    kind: z
      .enum(documentKinds, `kind must be ${documentKinds.join(' or ')}`)
      .default('sale')
      .meta({
        description: 'Lines of sales or of purchases',
        example: 'sale',
      }),
    ...historyPaging('lineId'),
  }),
  row: z.object({
    documentId,
    lineId: z.int().meta({ description: 'Unique among the lines of its kind', example: 1 }),
    day: isoDate,
    partyName: z.string().meta({ description: 'The customer or supplier', example: 'Ada Fashola' }),
    price: z.int().meta({ example: 24 }),
    quantity: z.int().meta({ example: 2 }),
    total: z.number().meta({ example: 48 }),
  }),
})

export type DocumentKind = (typeof documentKinds)[number]
/** Only sales have returns. */
export type PartyDocument = z.output<typeof partyDocument> & { returnedAmount?: number }
export type PartySummary = z.output<typeof partySummary>
export type PartyHistoryQuery = z.output<typeof partyQuery>
export type ProductHistoryLine = z.output<typeof productHistory.row>
export type ProductHistoryQuery = z.output<typeof productHistory.query>
