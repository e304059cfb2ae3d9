import {
  allowedRoles,
  roleName,
  userInput,
  type UserCreated,
  type UserRow,
} from '@stockie/contracts'
import { useState } from 'react'

import type { CrudDialogProps } from '@/components/crud/crud-resource'
import { RecordDialog } from '@/components/crud/record-dialog'
import { Field } from '@/components/form/field'
import { TextField } from '@/components/form/text-field'
import { NativeSelect } from '@/components/ui/native-select'

import { staffResource } from './staff-requests'

interface StaffDialogProps extends CrudDialogProps<UserRow> {
  onCreated: (created: UserCreated) => void
}

export function StaffDialog({ editing, onCreated, onClose }: StaffDialogProps) {
  const row = editing === 'new' ? null : editing
  const [resource] = useState(() => staffResource(onCreated))
  return (
    <RecordDialog
      resource={resource}
      contract={{ input: userInput, updateInput: userInput }}
      editing={editing}
      add={{
        title: 'Add Account',
        description: 'Stockie makes a password for the first sign-in. You see it after you save.',
      }}
      edit={{
        title: 'Edit Account',
        description: 'A change applies at once. A new role ends the sessions of the account.',
      }}
      valuesOf={(shown) => ({
        name: shown?.name ?? '',
        email: shown?.email ?? '',
        role: shown?.role ?? Math.max(...allowedRoles),
      })}
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
          <Field
            name="role"
            label="Role"
            textOf={(role) => roleName(Number(role))}
            error={errors.role?.message}
          >
            {(select) => (
              <NativeSelect {...select} {...register('role')}>
                {row && !allowedRoles.includes(row.role) && (
                  <option value={row.role} disabled>
                    {roleName(row.role)}
                  </option>
                )}
                {allowedRoles.map((role) => (
                  <option key={role} value={role}>
                    {roleName(role)}
                  </option>
                ))}
              </NativeSelect>
            )}
          </Field>
        </>
      )}
    </RecordDialog>
  )
}
