import { expenseCategories as contract, type ExpenseCategory } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'

import type { CrudDialogProps } from '@/components/crud/crud-resource'
import { RecordDialog } from '@/components/crud/record-dialog'
import { warnOfName } from '@/components/form/duplicate-warning'
import { TextField } from '@/components/form/text-field'
import { expenseCategories } from '@/resources/expense-categories'

export function ExpenseCategoryDialog({ editing, onClose }: CrudDialogProps<ExpenseCategory>) {
  const row = editing === 'new' ? null : editing
  const { data: rows } = useQuery(expenseCategories.list())
  return (
    <RecordDialog
      resource={expenseCategories}
      contract={contract}
      editing={editing}
      add={{
        title: 'Add Expense Category',
        description: 'Add a new expense category by filling in the details below.',
      }}
      edit={{
        title: 'Edit Expense Category',
        description: 'Edit the details of the expense category.',
      }}
      valuesOf={(shown) => ({ name: shown?.name ?? '' })}
      onClose={onClose}
    >
      {({ register, watch, formState: { errors } }) => (
        <TextField
          label="Name"
          placeholder="Enter name"
          error={errors.name?.message}
          warning={warnOfName(rows, row, watch('name'))}
          {...register('name')}
        />
      )}
    </RecordDialog>
  )
}
