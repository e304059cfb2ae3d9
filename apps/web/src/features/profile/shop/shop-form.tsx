import { zodResolver } from '@hookform/resolvers/zod'
import { type Shop, type ShopDetails, shopDetails, slipWidths } from '@stockie/contracts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import {
  focusQuestion,
  isEditConflict,
  useEditConflict,
} from '@/components/crud/conflict/use-edit-conflict'
import { useKeptForm } from '@/components/crud/use-kept-form'
import { showApiErrors } from '@/components/form/api-field-errors'
import { Field } from '@/components/form/field'
import { FieldChoices } from '@/components/form/field-choices'
import { FormError } from '@/components/form/form-error'
import { NumberField } from '@/components/form/number-field'
import { TextAreaField } from '@/components/form/text-area-field'
import { TextField } from '@/components/form/text-field'
import { slipWidthLabels } from '@/components/slip/shop-settings'
import { Button } from '@/components/ui/button'
import { NativeSelect } from '@/components/ui/native-select'
import { Spinner } from '@/components/ui/spinner'
import { useBusy } from '@/lib/hooks/use-busy'

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

function Form({ saved, shown, onRenew }: FormProps) {
  const { mutateAsync } = useMutation({
    ...changeShop,
    meta: { ...changeShop.meta, isShownOnScreen: isEditConflict },
  })
  const kept = useKeptForm({
    path: 'shop',
    editing: { ...saved, id: 1 },
    valuesOf: (shop) => valuesOf(shop ?? saved),
    resolver: zodResolver(shopDetails),
  })
  const { form, hasChanges, forget } = kept
  const { isBusy, begin, end } = useBusy()
  const conflict = useEditConflict({
    kept,
    valuesOf,
    async send(input: ShopDetails, shop) {
      const before = valuesOf(shop)
      const changed = Object.entries(input).filter(
        ([name, value]) => (value ?? '') !== before[name as keyof typeof before],
      )
      const change = { input: Object.fromEntries(changed), version: shop.version }
      const { version } = await mutateAsync(change)
      forget()
      onRenew(version)
    },
  })
  const { register, formState } = form
  const { errors } = formState

  useEffect(() => {
    // Not while the form asks, which would lose the focus.
    if (saved.version !== shown && !hasChanges() && !conflict.notice) onRenew(saved.version)
  })

  async function save(input: ShopDetails, formElement: HTMLFormElement) {
    if (!begin()) return
    try {
      const isSaved = await conflict.save(input)
      end()
      if (!isSaved) focusQuestion(formElement)
    } catch (error) {
      end()
      const fields = Object.keys(valuesOf(saved)) as (keyof ShopDetails)[]
      showApiErrors(error, fields, form.setError)
    }
  }

  return (
    <form
      noValidate
      autoComplete="off"
      onSubmit={(event) => conflict.submit(event, save)}
      className="grid gap-3 [&>[role=alert]]:mb-3"
    >
      <FormError message={errors.root?.message} />
      {conflict.notice}
      <FieldChoices value={conflict.choiceOf}>
        <TextField label="Name" error={errors.name?.message} {...register('name')} />
        <TextAreaField
          label="Address"
          rows={3}
          error={errors.address?.message}
          {...register('address')}
        />
        <TextField label="Phone" type="tel" error={errors.phone?.message} {...register('phone')} />
        <TextField
          label="Email"
          type="email"
          error={errors.email?.message}
          {...register('email')}
        />
        <TextField
          label="Tax number"
          error={errors.taxNumber?.message}
          {...register('taxNumber')}
        />
        <TextAreaField
          label="Slip footer"
          rows={3}
          error={errors.slipFooter?.message}
          {...register('slipFooter')}
        />
        <Field
          name="slipWidth"
          label="Slip width"
          textOf={(width) => slipWidthLabels[width as Shop['slipWidth']]}
          error={errors.slipWidth?.message}
        >
          {(select) => (
            <NativeSelect {...select} {...register('slipWidth')}>
              {slipWidths.map((width) => (
                <option key={width} value={width}>
                  {slipWidthLabels[width]}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
        <NumberField
          label="Days of cover"
          hint="How many days a stock should last. Reorder lists what lasts less."
          error={errors.coverDays?.message}
          {...register('coverDays')}
        />
      </FieldChoices>
      <div className="flex flex-wrap gap-2 pt-2">
        <Button type="submit" disabled={isBusy}>
          {isBusy && <Spinner />}
          Save
        </Button>
      </div>
    </form>
  )
}

function valuesOf({ slipWidth, coverDays, ...shop }: Shop) {
  return {
    name: shop.name ?? '',
    address: shop.address ?? '',
    phone: shop.phone ?? '',
    email: shop.email ?? '',
    taxNumber: shop.taxNumber ?? '',
    slipFooter: shop.slipFooter ?? '',
    slipWidth,
    coverDays,
  }
}
