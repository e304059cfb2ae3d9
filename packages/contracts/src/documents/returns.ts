import { z } from 'zod'
import { defineResource } from '../definitions'
import {
  amount,
  groupThousands,
  isoDate,
  optionalText,
  recordId,
  requiredDay,
  whenFieldsAreValid,
} from '../fields'
import { dateRangeQuery, idQuery } from '../http/request-params'
import { limits } from '../zod-free/limits'
import { recordingRow } from './document-lines'

export const returnChecks = {
  date: 'Please select a date.',
  lines: 'Please select at least one item, or enter a refund.',
  twice: 'A return has one line for each line of its sale',
} as const

const quantityMessage = `Quantity must be a whole number from 1 to ${groupThousands(limits.saleQuantity)}`

const returnLine = z.object(
  {
    saleDetailId: recordId('A line must name a line of the sale').meta({
      description: 'The `id` of the line in the sale',
      example: 1,
    }),
    quantity: z
      .int(quantityMessage)
      .min(1, quantityMessage)
      .max(limits.saleQuantity, quantityMessage)
      .meta({ example: 1 }),
    restock: z.boolean('restock must be true or false').meta({
      description: 'Whether the items go back into the stock. Damaged ones do not',
      example: true,
    }),
  },
  'A line must have a line of the sale, a quantity and restock',
)

const fields = z.object({
  returnDate: requiredDay(returnChecks.date),
  lines: z
    .array(returnLine, returnChecks.lines)
    .max(limits.documentLines, `A return has at most ${groupThousands(limits.documentLines)} lines`)
    .superRefine((lines, context) => {
      const known = new Set<number>()
      for (const [index, { saleDetailId }] of lines.entries()) {
        if (known.has(saleDetailId)) {
          const path = [index, 'saleDetailId']
          context.addIssue({ code: 'custom', path, message: returnChecks.twice })
        }
        known.add(saleDetailId)
      }
    })
    .meta({ description: 'None if only a refund or a shipping refund is paid back' }),
  refund: amount('Refund').nullable().default(null).meta({
    description:
      'What is paid back for the goods. Without it, the share of the lines in what was paid for the goods',
    example: 22.5,
  }),
  shippingRefund: amount('Shipping refund').default(0).meta({ example: 0 }),
  remark: optionalText({ label: 'Remark', max: limits.longText }).meta({ example: 'Too small' }),
})

/** Items of a sale that came back, and the money that the customer got back. */
export const returns = defineResource({
  path: 'returns',
  input: fields.refine(
    ({ lines, refund, shippingRefund }) => lines.length > 0 || (refund ?? 0) + shippingRefund > 0,
    {
      path: ['lines'],
      error: returnChecks.lines,
      when: whenFieldsAreValid('lines', 'refund', 'shippingRefund'),
    },
  ),
  row: z.object({
    id: z.int().meta({ example: 1 }),
    saleId: z.int().meta({ example: 1 }),
    saleDate: isoDate,
    customerName: z.string().meta({ example: 'Ada Fashola' }),
    returnDate: isoDate,
    lines: z.array(
      z.object({
        saleDetailId: z.int().meta({ example: 1 }),
        productId: z.int().meta({ example: 1 }),
        productName: z.string().meta({ example: 'Fountain pen' }),
        price: z.int().meta({ example: 24 }),
        quantity: z.int().meta({ example: 1 }),
        restock: z.boolean().meta({ example: true }),
      }),
    ),
    proposedRefund: z.number().meta({
      description:
        'The share of the lines in what was paid for the goods. Of all returns of a sale whose goods all came back, it is exactly that',
      example: 22.5,
    }),
    refund: z.number().meta({ description: 'What was paid back for the goods', example: 22.5 }),
    shippingRefund: z.number().meta({ example: 0 }),
    totalRefund: z.number().meta({ description: 'refund + shippingRefund', example: 22.5 }),
    remark: z.string().nullable().meta({ example: 'Too small' }),
    ...recordingRow,
  }),
  query: dateRangeQuery.safeExtend({
    saleId: idQuery('saleId must be the id of a sale').meta({
      description: 'Only returns of this sale',
      example: 1,
    }),
  }),
})

export type ReturnInput = z.output<typeof returns.input>
export type Return = z.output<typeof returns.row>
export type ReturnListQuery = z.output<typeof returns.query>
