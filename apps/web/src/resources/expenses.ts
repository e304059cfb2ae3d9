import type { Expense, ExpenseInput } from '@stockie/contracts'

import type { DateRange } from '@/lib/date-ranges'

import { crudRequests } from './resource-requests'

const requests = crudRequests<Expense, ExpenseInput>('expenses', {
  load: {
    failure: 'Failed to load expenses. Please try again.',
    inline: 'Error loading expenses.',
  },
  create: {
    success: 'Expense created successfully.',
    failure: 'Unable to add expense. Please check your input and try again.',
  },
  update: {
    success: 'Expense updated successfully.',
    failure: 'Failed to update expense. Please try again.',
  },
  remove: {
    success: 'Expense deleted successfully.',
    failure: 'Could not delete expense. Please try again later.',
  },
  removeMany: {
    success: 'Expenses deleted successfully.',
    failure: 'Failed to delete selected expenses. Please try again.',
  },
  restore: {
    success: 'Expenses restored successfully.',
    failure: 'Failed to restore selected expenses. Please try again.',
  },
})

function list({ from, to }: DateRange) {
  return requests.list({ startDate: from, endDate: to })
}

export const expenses = {
  ...requests,
  list,
  listWith: ({ day }: Expense) => list({ from: day, to: day }),
  wholeList: () => requests.list(),
}
