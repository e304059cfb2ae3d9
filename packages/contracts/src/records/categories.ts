import { z } from 'zod'
import { defineResource, recordVersion } from '../definitions'
import { requiredText } from '../fields'
import { noQuery } from '../http/request-params'
import { limits } from '../zod-free/limits'

/** The input of both categories and expense categories. */
export const categoryInput = z.object({
  name: requiredText({
    required: 'Category name is required',
    label: 'Category name',
    max: limits.name,
  }).meta({ example: 'Stationery' }),
})

export const categoryRow = z.object({
  id: z.int().meta({ example: 1 }),
  name: z.string().meta({ example: 'Stationery' }),
  ...recordVersion,
})

export const categories = defineResource({
  path: 'categories',
  input: categoryInput,
  row: categoryRow.extend({
    productCount: z
      .int()
      .optional()
      .meta({ description: 'Its existing products. Only in the list', example: 12 }),
  }),
  query: noQuery,
})

export type CategoryInput = z.output<typeof categories.input>
export type Category = z.output<typeof categories.row>
