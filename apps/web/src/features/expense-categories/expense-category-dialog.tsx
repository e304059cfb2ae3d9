import { expenseCategories as contract, type ExpenseCategory } from '@stockie/contracts'

import type { CrudDialogProps } from '@/components/crud/crud-resource'
import { RecordDialog } from '@/components/crud/record-dialog'
import { TextField } from '@/components/form/text-field'
import { expenseCategories } from '@/resources/expense-categories'

export function ExpenseCategoryDialog({ editing, onClose }: CrudDialogProps<ExpenseCategory>) {
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
      defaultValues={{ name: editing === 'new' ? '' : editing.name }}
      onClose={onClose}
    >
      {({ register, formState: { errors } }) => (
        <TextField
          label="Name"
          placeholder="Enter name"
          error={errors.name?.message}
          {...register('name')}
        />
      )}
    </RecordDialog>
  )
}
