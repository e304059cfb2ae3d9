import { z } from 'zod'
import { purchaseChecks } from './check-purchase'
import { dateRangeQuery } from './date-range'
import { defineResource } from './define-resource'
import { addends, documentLineRow, documentLines, tooMuchTogether } from './document-lines'
import { isoDate, requiredDay } from './iso-date'
import { limits } from './limits'
import { documentTotals, maxAmount } from './money'
import { amount, recordId } from './number-fields'
import { optionalText } from './text-fields'
import { whereSound } from './where-sound'

/** In the order in which a submit checks them: `errors` and `detail` follow it. */
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
      error: tooMuchTogether,
      when: whereSound('purchaseDetails', ...addends),
    })
    .refine((purchase) => totalOf(purchase) === purchase.totalAmount, {
      path: ['totalAmount'],
      error: 'Total amount must be the sum of the lines',
      when: whereSound('purchaseDetails', ...addends, 'totalAmount'),
    }),
  row: z.object({
    purchaseId: z.int().meta({ example: 1 }),
    supplierId: z.int().meta({ example: 1 }),
    supplierName: z.string().meta({ example: 'Harbour Paper Ltd' }),
    purchaseDate: isoDate,
    totalAmount: z.number().meta({ description: 'The sum of the lines', example: 48 }),
    remark: z.string().nullable().meta({ example: 'By courier' }),
    purchaseDetails: z.array(documentLineRow),
  }),
  query: dateRangeQuery,
})

export type PurchaseInput = z.output<typeof purchases.input>
export type Purchase = z.output<typeof purchases.row>
