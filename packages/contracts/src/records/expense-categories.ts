import type { z } from 'zod'
import { categoryInput, categoryRow } from './categories'
import { defineResource } from '../definitions'
import { noQuery } from '../http/request-params'

export const expenseCategories = defineResource({
  path: 'expense-categories',
  input: categoryInput,
  row: categoryRow,
  query: noQuery,
})

export type ExpenseCategoryInput = z.output<typeof expenseCategories.input>
export type ExpenseCategory = z.output<typeof expenseCategories.row>
