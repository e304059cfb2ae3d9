import { z } from 'zod'
import { defineResource } from '../definitions'
import { amount, isoDate, optionalText, recordId, requiredDay, whenFieldsAreValid } from '../fields'
import { dateRangeQuery } from '../http/request-params'
import { limits, maxAmount } from '../zod-free/limits'
import { documentTotals } from '../zod-free/money'
import {
  documentLineRow,
  documentLines,
  linesTotalTooHigh,
  recordingRow,
  summedLineFields,
} from './document-lines'

export const purchaseChecks = {
  supplier: 'Please select a supplier.',
  date: 'Please select a date.',
  lines: 'Please add at least one product to the purchase.',
} as const

type Draft = {
  supplierId?: number | null | undefined
  purchaseDate?: string | null | undefined
  purchaseDetails: readonly unknown[]
}

/** Returns the message for the first missing field, or null if the purchase can be submitted. */
export function checkPurchase({ supplierId, purchaseDate, purchaseDetails }: Draft): string | null {
  if (!supplierId) return purchaseChecks.supplier
  if (!purchaseDate) return purchaseChecks.date
  return purchaseDetails.length === 0 ? purchaseChecks.lines : null
}

/** Declared in the order of `checkPurchase`: `errors` and `detail` in an answer follow it. */
const fields = z.object({
  supplierId: recordId(purchaseChecks.supplier).meta({ example: 1 }),
  purchaseDate: requiredDay(purchaseChecks.date),
  purchaseDetails: documentLines(limits.purchaseQuantity, purchaseChecks.lines),
  totalAmount: amount('Total amount').meta({ description: 'The sum of the lines', example: 48 }),
  remark: optionalText({ label: 'Remark', max: limits.longText }).meta({ example: 'By courier' }),
})

function totalOf({ purchaseDetails }: z.output<typeof fields>) {
  return documentTotals({ lines: purchaseDetails }).totalAmount
}

export const purchases = defineResource({
  path: 'purchases',
  input: fields
    .refine((purchase) => totalOf(purchase) <= maxAmount, {
      path: ['purchaseDetails'],
      error: linesTotalTooHigh,
      when: whenFieldsAreValid('purchaseDetails', ...summedLineFields),
    })
    .refine((purchase) => totalOf(purchase) === purchase.totalAmount, {
      path: ['totalAmount'],
      error: 'Total amount must be the sum of the lines',
      when: whenFieldsAreValid('purchaseDetails', ...summedLineFields, 'totalAmount'),
    }),
  row: z.object({
    purchaseId: z.int().meta({ example: 1 }),
    supplierId: z.int().meta({ example: 1 }),
    supplierName: z.string().meta({ example: 'Harbour Paper Ltd' }),
    purchaseDate: isoDate,
    totalAmount: z.number().meta({ description: 'The sum of the lines', example: 48 }),
    remark: z.string().nullable().meta({ example: 'By courier' }),
    purchaseDetails: z.array(documentLineRow),
    ...recordingRow,
  }),
  query: dateRangeQuery,
})

export type PurchaseInput = z.output<typeof purchases.input>
export type Purchase = z.output<typeof purchases.row>
