import { suppliers as contract, type Supplier } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'

import type { CrudDialogProps } from '@/components/crud/crud-resource'
import { RecordDialog } from '@/components/crud/record-dialog'
import { warnOfEmail, warnOfPhone } from '@/components/form/duplicate-warning'
import { TextField } from '@/components/form/text-field'
import { suppliers } from '@/resources/suppliers'

interface SupplierDialogProps extends CrudDialogProps<Supplier> {
  /** The name of a new supplier. */
  name?: string
  onCreated?: (supplier: Supplier) => void
}

export function SupplierDialog({ editing, name, onCreated, onClose }: SupplierDialogProps) {
  const row = editing === 'new' ? null : editing
  const { data: rows } = useQuery(suppliers.list())
  return (
    <RecordDialog
      resource={suppliers}
      contract={contract}
      editing={editing}
      add={{
        title: 'Add Supplier',
        description: 'Add a new supplier by filling in the details below.',
      }}
      edit={{ title: 'Edit Supplier', description: 'Edit the details of the supplier.' }}
      valuesOf={(shown) => ({
        name: shown?.name ?? '',
        email: shown?.email ?? '',
        phone: shown?.phone ?? '',
        address: shown?.address ?? '',
      })}
      given={name === undefined ? undefined : { name }}
      onCreated={onCreated}
      onClose={onClose}
    >
      {({ register, watch, formState: { errors } }) => (
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
            warning={warnOfEmail(rows, row, watch('email') ?? '')}
            {...register('email')}
          />
          <TextField
            label="Phone"
            type="tel"
            placeholder="Enter phone"
            error={errors.phone?.message}
            warning={warnOfPhone(rows, row, watch('phone') ?? '')}
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
