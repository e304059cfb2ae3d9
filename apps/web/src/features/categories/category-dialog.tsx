import { categories as contract, type Category } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'

import type { CrudDialogProps } from '@/components/crud/crud-resource'
import { RecordDialog } from '@/components/crud/record-dialog'
import { warnOfName } from '@/components/form/duplicate-warning'
import { TextField } from '@/components/form/text-field'
import { categories } from '@/resources/categories'

export function CategoryDialog({ editing, onClose }: CrudDialogProps<Category>) {
  const row = editing === 'new' ? null : editing
  const { data: rows } = useQuery(categories.list())
  return (
    <RecordDialog
      resource={categories}
      contract={contract}
      editing={editing}
      add={{
        title: 'Add Category',
        description: 'Add a new category by filling in the details below.',
      }}
      edit={{ title: 'Edit Category', description: 'Edit the details of the category.' }}
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
