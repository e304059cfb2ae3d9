import type { z } from 'zod'
import { categoryInput, categoryRow } from './category-fields'
import { defineResource } from './define-resource'
import { noQuery } from './no-query'

export const categories = defineResource({
  path: 'categories',
  input: categoryInput,
  row: categoryRow,
  query: noQuery,
})

export type CategoryInput = z.output<typeof categories.input>
export type Category = z.output<typeof categories.row>
