import { z } from 'zod'
import {
  atMostMessage,
  groupThousands,
  recordId,
  strictPositiveInteger,
  whenFieldsAreValid,
} from '../fields'
import { limits, maxAmount } from '../zod-free/limits'
import { lineTotal } from '../zod-free/money'

/** The fields of a line that the document's total depends on. Its product is not one of them. */
export const summedLineFields = ['price', 'quantity', 'total'] as const

/** The lines of a sale or a purchase in a request. Each line's total must match its price and quantity. */
export function documentLines(maxQuantity: number, atLeastOne: string) {
  return draftLines(maxQuantity, atLeastOne).min(1, atLeastOne)
}

/** The lines of a document that is not recorded yet: there may be none. */
export function draftLines(maxQuantity: number, notLines: string) {
  return z
    .array(documentLine(maxQuantity), notLines)
    .max(
      limits.documentLines,
      `A document has at most ${groupThousands(limits.documentLines)} lines`,
    )
}

function documentLine(maxQuantity: number) {
  const quantityMessage = `Quantity must be a whole number from 1 to ${groupThousands(maxQuantity)}`
  const totalMessage = 'Total must be the price times the quantity'
  return z
    .object(
      {
        productId: recordId('Please select a product').meta({ example: 1 }),
        price: strictPositiveInteger('Price').meta({
          description: 'Whole dollars, as the staff member saw it',
          example: 24,
        }),
        quantity: z
          .int(quantityMessage)
          .min(1, quantityMessage)
          .max(maxQuantity, quantityMessage)
          .meta({ example: 2 }),
        total: z.number(totalMessage).meta({ description: 'Price times quantity', example: 48 }),
      },
      'A line must have a product, a price, a quantity and a total',
    )
    .refine(({ price, quantity, total }) => total === lineTotal(price, quantity), {
      path: ['total'],
      error: totalMessage,
      when: whenFieldsAreValid(...summedLineFields),
    })
}

/** A line as the API returns it, with the product's name and price on the day of the document. */
export const documentLineRow = z.object({
  productId: z.int().meta({ example: 1 }),
  productName: z.string().meta({ example: 'Fountain pen' }),
  price: z.int().meta({ example: 24 }),
  quantity: z.int().meta({ example: 2 }),
  total: z.number().meta({ example: 48 }),
})

/** When a document was recorded, and by whom. Its own day may be another one. */
export const recordingRow = {
  createdAt: z.iso.datetime().meta({ example: '2026-11-21T09:30:00.000Z' }),
  createdByName: z.string().meta({
    description: 'The user who recorded it, by the present name',
    example: 'Olivia Owner',
  }),
}

/** Sums above `maxAmount` would no longer be exact: see limits.ts. */
export const linesTotalTooHigh = atMostMessage('The lines together', maxAmount)
