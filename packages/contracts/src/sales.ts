import { z } from 'zod'
import { saleChecks } from './check-sale'
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
  customerId: recordId(saleChecks.customer).meta({ example: 1 }),
  saleDate: requiredDay(saleChecks.date),
  saleDetails: documentLines(limits.saleQuantity, saleChecks.lines),
  discount: amount('Discount').meta({ example: 5.5 }),
  shippingFees: amount('Shipping fees').meta({ example: 5 }),
  totalAmount: amount('Total amount').meta({
    description: 'max(0, subtotal - discount + shipping fees)',
    example: 47.5,
  }),
  remark: optionalText({ label: 'Remark', max: limits.longText }).meta({ example: 'Gift wrap' }),
})

function totalOf({ saleDetails, discount, shippingFees }: z.output<typeof fields>) {
  return documentTotals({ lines: saleDetails, discount, shippingFees }).totalAmount
}

export const sales = defineResource({
  path: 'sales',
  input: fields
    .refine(({ saleDetails }) => documentTotals({ lines: saleDetails }).subtotal <= maxAmount, {
      path: ['saleDetails'],
      error: tooMuchTogether,
      when: whereSound('saleDetails', ...addends),
    })
    .refine((sale) => totalOf(sale) === sale.totalAmount, {
      path: ['totalAmount'],
      error:
        'Total amount must be the subtotal minus the discount plus the shipping fees, or 0 where that is below 0',
      when: whereSound('saleDetails', ...addends, 'discount', 'shippingFees', 'totalAmount'),
    }),
  row: z.object({
    saleId: z.int().meta({ example: 1 }),
    customerId: z.int().meta({ example: 1 }),
    customerName: z.string().meta({ example: 'Ada Fashola' }),
    saleDate: isoDate,
    subtotal: z.number().meta({ description: 'The sum of the lines', example: 48 }),
    discount: z.number().meta({ example: 5.5 }),
    shippingFees: z.number().meta({ example: 5 }),
    totalAmount: z.number().meta({ example: 47.5 }),
    remark: z.string().nullable().meta({ example: 'Gift wrap' }),
    saleDetails: z.array(documentLineRow),
  }),
  query: dateRangeQuery,
})

export type SaleInput = z.output<typeof sales.input>
export type Sale = z.output<typeof sales.row>
