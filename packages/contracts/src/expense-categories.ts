import type { z } from 'zod'
import { categoryInput, categoryRow } from './category-fields'
import { defineResource } from './define-resource'
import { noQuery } from './no-query'

export const expenseCategories = defineResource({
  path: 'expense-categories',
  input: categoryInput,
  row: categoryRow,
  query: noQuery,
})

export type ExpenseCategoryInput = z.output<typeof expenseCategories.input>
export type ExpenseCategory = z.output<typeof expenseCategories.row>
