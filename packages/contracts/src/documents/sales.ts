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

export const saleChecks = {
  customer: 'Please select a customer.',
  date: 'Please select a date.',
  lines: 'Please add at least one product.',
} as const

type Draft = {
  customerId?: number | null | undefined
  saleDate?: string | null | undefined
  saleDetails: readonly unknown[]
}

/** Returns the message for the first missing field, or null if the sale can be submitted. */
export function checkSale({ customerId, saleDate, saleDetails }: Draft): string | null {
  if (!customerId) return saleChecks.customer
  if (!saleDate) return saleChecks.date
  return saleDetails.length === 0 ? saleChecks.lines : null
}

/** Declared in the order of `checkSale`: `errors` and `detail` in an answer follow it. */
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
      error: linesTotalTooHigh,
      when: whenFieldsAreValid('saleDetails', ...summedLineFields),
    })
    .refine((sale) => totalOf(sale) === sale.totalAmount, {
      path: ['totalAmount'],
      error:
        'Total amount must be the subtotal minus the discount plus the shipping fees, or 0 if that is below 0',
      when: whenFieldsAreValid(
        'saleDetails',
        ...summedLineFields,
        'discount',
        'shippingFees',
        'totalAmount',
      ),
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
    saleDetails: z.array(
      documentLineRow.extend({
        id: z.int().meta({ description: 'For returns of this line', example: 1 }),
        cost: z.int().nullable().meta({
          description:
            "The product's cost at the time of the sale. null if the sale was recorded before costs were kept",
          example: 11,
        }),
      }),
    ),
    returnedAmount: z.number().meta({
      description: 'What was paid back by returns, goods and shipping together',
      example: 0,
    }),
    ...recordingRow,
  }),
  query: dateRangeQuery.safeExtend({
    lines: z.literal('none', 'lines must be none').optional().meta({
      description: '`none` leaves out the lines: `productNames` replaces `saleDetails`',
      example: 'none',
    }),
  }),
})

/** A sale in a list with `lines=none`. */
export const saleWithoutLines = sales.row.omit({ saleDetails: true }).extend({
  productNames: z.array(z.string()).meta({
    description: 'The name of the product of each line',
    example: ['Fountain pen'],
  }),
})

export type SaleListQuery = z.output<typeof sales.query>
export type SaleWithoutLines = z.output<typeof saleWithoutLines>
export type SaleInput = z.output<typeof sales.input>
export type Sale = z.output<typeof sales.row>
