import { z } from 'zod'
import { defineResource } from '../definitions'
import { amount, optionalText, recordId, whenFieldsAreValid } from '../fields'
import { noQuery } from '../http/request-params'
import { parkedSalesPath } from '../zod-free/api-paths'
import { limits, maxAmount } from '../zod-free/limits'
import { documentTotals } from '../zod-free/money'
import {
  documentLineRow,
  draftLines,
  linesTotalTooHigh,
  recordingRow,
  summedLineFields,
} from './document-lines'

export const parkedSaleChecks = {
  empty: 'Choose a customer or add a product to park the sale.',
  lines: 'The lines of a parked sale must be a list',
  twice: 'A parked sale has one line for each product',
} as const

const fields = z.object({
  name: optionalText({ label: 'Name', max: limits.name }).meta({ example: 'Blue jacket' }),
  customerId: recordId('Customer must be the id of a customer')
    .nullable()
    .default(null)
    .meta({ example: 1 }),
  discount: amount('Discount').meta({ example: 5.5 }),
  shippingFees: amount('Shipping fees').meta({ example: 5 }),
  remark: optionalText({ label: 'Remark', max: limits.longText }).meta({ example: 'Gift wrap' }),
  saleDetails: draftLines(limits.saleQuantity, parkedSaleChecks.lines).superRefine(
    (lines, context) => {
      const known = new Set<number>()
      for (const [index, { productId }] of lines.entries()) {
        if (known.has(productId)) {
          const path = [index, 'productId']
          context.addIssue({ code: 'custom', path, message: parkedSaleChecks.twice })
        }
        known.add(productId)
      }
    },
  ),
})

/**
 * A sale that is not recorded yet, stored for every till. It may lack the customer or the products, but not
 * both, and it has no date.
 */
export const parkedSales = defineResource({
  path: parkedSalesPath,
  input: fields
    .refine(({ customerId, saleDetails }) => customerId !== null || saleDetails.length > 0, {
      path: ['saleDetails'],
      error: parkedSaleChecks.empty,
      when: whenFieldsAreValid('customerId', 'saleDetails'),
    })
    .refine(({ saleDetails }) => documentTotals({ lines: saleDetails }).subtotal <= maxAmount, {
      path: ['saleDetails'],
      error: linesTotalTooHigh,
      when: whenFieldsAreValid('saleDetails', ...summedLineFields),
    }),
  row: z.object({
    id: z.int().meta({ example: 1 }),
    name: z.string().nullable().meta({ example: 'Blue jacket' }),
    customerId: z.int().nullable().meta({ example: 1 }),
    customerName: z.string().nullable().meta({
      description: 'The present name of the customer',
      example: 'Ada Fashola',
    }),
    discount: z.number().meta({ example: 5.5 }),
    shippingFees: z.number().meta({ example: 5 }),
    totalAmount: z.number().meta({
      description: 'max(0, lines - discount + shipping fees)',
      example: 47.5,
    }),
    remark: z.string().nullable().meta({ example: 'Gift wrap' }),
    saleDetails: z.array(documentLineRow).meta({
      description: 'In the order of entry, with the prices of that moment and the present names',
    }),
    ...recordingRow,
  }),
  query: noQuery,
})

export type ParkedSaleInput = z.output<typeof parkedSales.input>
export type ParkedSale = z.output<typeof parkedSales.row>
