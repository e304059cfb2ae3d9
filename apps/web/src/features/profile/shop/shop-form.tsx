import { zodResolver } from '@hookform/resolvers/zod'
import { type Shop, shopDetails, slipWidths } from '@stockie/contracts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FieldPath } from 'react-hook-form'

import { useKeptForm } from '@/components/crud/use-kept-form'
import { showApiErrors } from '@/components/form/api-field-errors'
import { Field } from '@/components/form/field'
import { FormError } from '@/components/form/form-error'
import { TextAreaField } from '@/components/form/text-area-field'
import { TextField } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import { NativeSelect } from '@/components/ui/native-select'
import { Spinner } from '@/components/ui/spinner'

import { changeShop } from './shop-requests'

interface ShopFormProps {
  saved: Shop
}

/** Begins anew after a save, and if another owner has saved while nothing is typed here. */
export function ShopForm({ saved }: ShopFormProps) {
  const [version, setVersion] = useState(saved.version)
  return <Form key={version} saved={saved} shown={version} onRenew={setVersion} />
}

interface FormProps extends ShopFormProps {
  /** The version that the form was filled with. */
  shown: number
  onRenew: (version: number) => void
}

const slipLabels = { '80mm': 'Roll of 80 mm', '58mm': 'Roll of 58 mm', A4: 'A4 page' }

function Form({ saved, shown, onRenew }: FormProps) {
  const { mutateAsync, isPending } = useMutation(changeShop)
  // Another owner may save other fields meanwhile. Only what differs from these values is sent.
  const [filled] = useState(() => valuesOf(saved))
  const { form, hasChanges, forget } = useKeptForm({
    path: 'shop',
    editing: { id: 1 },
    defaultValues: filled,
    resolver: zodResolver(shopDetails),
  })
  const { register, formState } = form
  const { errors } = formState

  useEffect(() => {
    if (saved.version !== shown && !hasChanges()) onRenew(saved.version)
  })

  const submit = form.handleSubmit(async (input) => {
    const changed = Object.entries(input).filter(
      ([name, value]) => (value ?? '') !== filled[name as keyof typeof filled],
    )
    try {
      const { version } = await mutateAsync(Object.fromEntries(changed))
      forget()
      onRenew(version)
    } catch (error) {
      showApiErrors(error, Object.keys(filled) as FieldPath<typeof filled>[], form.setError)
    }
  })

  return (
    <form
      noValidate
      autoComplete="off"
      onSubmit={(event) => void submit(event)}
      className="grid gap-3 [&>[role=alert]]:mb-3"
    >
      <FormError message={errors.root?.message} />
      <TextField label="Name" error={errors.name?.message} {...register('name')} />
      <TextAreaField
        label="Address"
        rows={3}
        error={errors.address?.message}
        {...register('address')}
      />
      <TextField label="Phone" type="tel" error={errors.phone?.message} {...register('phone')} />
      <TextField label="Email" type="email" error={errors.email?.message} {...register('email')} />
      <TextField label="Tax number" error={errors.taxNumber?.message} {...register('taxNumber')} />
      <TextAreaField
        label="Slip footer"
        rows={3}
        error={errors.slipFooter?.message}
        {...register('slipFooter')}
      />
      <Field label="Slip width" error={errors.slipWidth?.message}>
        {(select) => (
          <NativeSelect {...select} {...register('slipWidth')}>
            {slipWidths.map((width) => (
              <option key={width} value={width}>
                {slipLabels[width]}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <div className="flex flex-wrap gap-2 pt-2">
        <Button type="submit" disabled={isPending}>
          {isPending && <Spinner />}
          Save
        </Button>
      </div>
    </form>
  )
}

function valuesOf({ name, address, phone, email, taxNumber, slipFooter, slipWidth }: Shop) {
  return {
    name: name ?? '',
    address: address ?? '',
    phone: phone ?? '',
    email: email ?? '',
    taxNumber: taxNumber ?? '',
    slipFooter: slipFooter ?? '',
    slipWidth,
  }
}
