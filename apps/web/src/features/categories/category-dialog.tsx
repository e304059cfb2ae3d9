import { categories as contract, type Category } from '@stockie/contracts'

import type { CrudDialogProps } from '@/components/crud/crud-resource'
import { RecordDialog } from '@/components/crud/record-dialog'
import { TextField } from '@/components/form/text-field'
import { categories } from '@/resources/categories'

export function CategoryDialog({ editing, onClose }: CrudDialogProps<Category>) {
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
