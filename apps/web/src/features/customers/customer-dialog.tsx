import { customers as contract, type Customer } from '@stockie/contracts'

import type { CrudDialogProps } from '@/components/crud/crud-resource'
import { RecordDialog } from '@/components/crud/record-dialog'
import { TextField } from '@/components/form/text-field'
import { customers } from '@/resources/customers'

export function CustomerDialog({ editing, onClose }: CrudDialogProps<Customer>) {
  const row = editing === 'new' ? null : editing
  return (
    <RecordDialog
      resource={customers}
      contract={contract}
      editing={editing}
      add={{
        title: 'Add Customer',
        description: 'Add a new customer by filling in the details below.',
      }}
      edit={{ title: 'Edit Customer', description: 'Edit the details of the customer.' }}
      defaultValues={{
        name: row?.name ?? '',
        email: row?.email ?? '',
        phone: row?.phone ?? '',
        address: row?.address ?? '',
      }}
      onClose={onClose}
    >
      {({ register, formState: { errors } }) => (
        <>
          <TextField
            label="Name"
            placeholder="Enter name"
            error={errors.name?.message}
            {...register('name')}
          />
          <TextField
            label="Email"
            type="email"
            placeholder="Enter email"
            error={errors.email?.message}
            {...register('email')}
          />
          <TextField
            label="Phone"
            type="tel"
            placeholder="Enter phone"
            error={errors.phone?.message}
            {...register('phone')}
          />
          <TextField
            label="Address"
            placeholder="Enter address"
            error={errors.address?.message}
            {...register('address')}
          />
        </>
      )}
    </RecordDialog>
  )
}
