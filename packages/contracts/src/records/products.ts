import { z } from 'zod'
import { defineResource, recordVersion } from '../definitions'
import {
  atMostMessage,
  optionalProductCode,
  optionalWhole,
  selectedRecordId,
  optionalText,
  positiveInteger,
  readNumber,
  requiredText,
  whenFieldsAreValid,
  whole,
} from '../fields'
import { noQuery } from '../http/request-params'
import { limits } from '../zod-free/limits'
import { stockEditFields } from './stock'

const fields = {
  name: requiredText({
    required: 'Product name is required',
    label: 'Product name',
    max: limits.name,
  }).meta({ example: 'Fountain pen' }),
  description: optionalText({ label: 'Description', max: limits.longText }).meta({
    example: 'Fine nib, blue',
  }),
  price: positiveInteger('Price').meta({ description: 'Whole dollars', example: 24 }),
  cost: positiveInteger('Cost').meta({ description: 'Whole dollars', example: 11 }),
  categoryId: selectedRecordId('Product category is required').meta({ example: 1 }),
  code: optionalProductCode.meta({
    description: 'Unique among products that are not deleted, without case. Printable ASCII',
    example: '4006381333931',
  }),
  reorderLevel: optionalWhole('Reorder level', limits.reorderStock).meta({
    description: 'The product is to be reordered at this stock or below. Without one, 9 counts',
    example: 12,
  }),
  reorderTarget: optionalWhole('Reorder target', limits.reorderStock).meta({
    description: 'The stock that a reorder fills up to',
    example: 60,
  }),
}

const negativeStock = 'Stock cannot be negative'
const tooMuchStock = atMostMessage('Stock', limits.integer)

const anyStock = whole(negativeStock, tooMuchStock)
  .min(-limits.stock, negativeStock)
  .max(limits.stock, tooMuchStock)

const notWhole = 'Base stock must be a whole number'
const anyBase = z.int(notWhole).min(-limits.stock, notWhole).max(limits.stock, notWhole)

const input = z.object({
  ...fields,
  stock: z
    .preprocess(
      readNumber,
      // The specification has one message for both fractions and negative numbers.
      whole(negativeStock, tooMuchStock).min(0, negativeStock).max(limits.integer, tooMuchStock),
    )
    .meta({ example: 40 }),
})

type StockEdit = { stock: number; baseStock?: number | undefined }

/**
 * Returns what is wrong with an edited stock, or null (docs/specification/decisions.md, 27). An unchanged
 * stock is always valid: sales may take a product below zero, and the user can still rename it.
 */
export function checkStockEdit(
  { stock, baseStock }: StockEdit,
  currentStock: number,
): string | null {
  if (stock === (baseStock ?? currentStock)) return null
  if (stock < 0) return negativeStock
  return stock > limits.integer ? tooMuchStock : null
}

/**
 * The body of a PUT. `baseStock` is the stock that the form was opened with. With it, this schema
 * validates the stock; without it, the API calls `checkStockEdit` with the current stock.
 */
const updateInput = z
  .object({
    ...fields,
    stock: z.preprocess(readNumber, anyStock).meta({
      description: 'From 0 to 1,000,000,000, unless it is unchanged',
      example: 40,
    }),
    baseStock: z.preprocess(readNumber, anyBase).optional().meta({
      description: 'The stock that the edit began with; the API adds stock - baseStock',
      example: 40,
    }),
    ...stockEditFields,
  })
  .superRefine(
    ({ stock, baseStock }, context) => {
      const message =
        baseStock === undefined ? null : checkStockEdit({ stock, baseStock }, baseStock)
      if (message) context.addIssue({ code: 'custom', path: ['stock'], message })
    },
    { when: whenFieldsAreValid('stock', 'baseStock') },
  )

export const products = defineResource({
  path: 'products',
  input,
  updateInput,
  row: z.object({
    id: z.int().meta({ example: 1 }),
    name: z.string().meta({ example: 'Fountain pen' }),
    description: z.string().nullable().meta({ example: 'Fine nib, blue' }),
    price: z.int().meta({ description: 'Whole dollars', example: 24 }),
    cost: z.int().meta({ description: 'Whole dollars', example: 11 }),
    stock: z.int().meta({ description: 'May be below zero', example: 40 }),
    categoryId: z.int().meta({ example: 1 }),
    categoryName: z
      .string()
      .nullable()
      .meta({ description: 'null if the category was deleted', example: 'Stationery' }),
    code: z.string().nullable().meta({ example: '4006381333931' }),
    reorderLevel: z.int().nullable().meta({ example: 12 }),
    reorderTarget: z.int().nullable().meta({ example: 60 }),
    ...recordVersion,
  }),
  query: noQuery,
})

export type ProductInput = z.output<typeof input>
export type ProductUpdate = z.output<typeof updateInput>
export type Product = z.output<typeof products.row>
