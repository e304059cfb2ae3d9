import { expenses as contract, type Expense } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'

import type { CrudDialogProps } from '@/components/crud/crud-resource'
import { RecordDialog } from '@/components/crud/record-dialog'
import { CategoryField } from '@/components/form/category-field'
import { NumberField } from '@/components/form/number-field'
import { TextAreaField } from '@/components/form/text-area-field'
import { TextField } from '@/components/form/text-field'
import { expenseCategories } from '@/resources/expense-categories'
import { expenses } from '@/resources/expenses'

export function ExpenseDialog({ editing, onClose }: CrudDialogProps<Expense>) {
  const list = useQuery(expenseCategories.list())
  const row = editing === 'new' ? null : editing
  return (
    <RecordDialog
      resource={expenses}
      contract={contract}
      editing={editing}
      add={{
        title: 'Add Expense',
        description: 'Add a new expense by filling in the details below.',
      }}
      edit={{ title: 'Edit Expense', description: 'Edit the details of the expense.' }}
      loadError={list.data ? null : list.error}
      defaultValues={{
        name: row?.name ?? '',
        amount: row?.amount ?? '',
        description: row?.description ?? '',
        expenseCategoryId: row && row.expenseCategoryName !== null ? row.expenseCategoryId : '',
      }}
      onClose={onClose}
    >
      {({ register, control, formState: { errors } }) => (
        <>
          <TextField
            label="Name"
            placeholder="Enter name"
            error={errors.name?.message}
            {...register('name')}
          />
          <NumberField
            label="Amount"
            placeholder="Enter amount"
            error={errors.amount?.message}
            {...register('amount')}
          />
          <TextAreaField
            label="Description"
            placeholder="Enter description"
            rows={3}
            error={errors.description?.message}
            {...register('description')}
          />
          <CategoryField
            control={control}
            name="expenseCategoryId"
            categories={list}
            current={row ? categoryIn(row) : undefined}
          />
        </>
      )}
    </RecordDialog>
  )
}

function categoryIn({ expenseCategoryId, expenseCategoryName }: Expense) {
  return expenseCategoryName === null ? null : { id: expenseCategoryId, name: expenseCategoryName }
}
