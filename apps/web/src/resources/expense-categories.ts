import type { ExpenseCategory, ExpenseCategoryInput } from '@stockie/contracts'

import { categoryFailures } from './categories'
import { crudRequests } from './resource-requests'

export const expenseCategories = crudRequests<ExpenseCategory, ExpenseCategoryInput>(
  'expense-categories',
  {
    load: {
      failure: 'Failed to load expense categories. Please try again.',
      inline: 'Error loading expense categories.',
    },
    create: {
      success: 'Category created successfully.',
      failure: categoryFailures.create,
    },
    update: {
      success: 'Category updated successfully.',
      failure: categoryFailures.update,
    },
    remove: {
      success: 'Category deleted successfully.',
      failure: categoryFailures.remove,
    },
    removeMany: {
      success: 'Categories deleted successfully.',
      failure: categoryFailures.removeMany,
    },
    restore: {
      success: 'Categories restored successfully.',
      failure: categoryFailures.restore,
    },
  },
)
