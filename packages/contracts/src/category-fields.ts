import { z } from 'zod'
import { limits } from './limits'
import { requiredText } from './text-fields'

/** What categories and expense categories have in common: a name. */
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
})
