import { z } from 'zod'
import { categoryInput, categoryRow } from './categories'
import { defineResource } from '../definitions'
import { noQuery } from '../http/request-params'

export const expenseCategories = defineResource({
  path: 'expense-categories',
  input: categoryInput,
  row: categoryRow.extend({
    expenseCount: z
      .int()
      .optional()
      .meta({ description: 'Its existing expenses. Only in the list', example: 7 }),
  }),
  query: noQuery,
})

export type ExpenseCategoryInput = z.output<typeof expenseCategories.input>
export type ExpenseCategory = z.output<typeof expenseCategories.row>
