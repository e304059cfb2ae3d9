import type { UseQueryResult } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form'

import { Button } from '@/components/ui/button'
import { NativeSelect } from '@/components/ui/native-select'
import { Spinner } from '@/components/ui/spinner'

import { Field } from './field'

interface Category {
  id: number
  name: string
}

interface CategoryFieldProps<Values extends FieldValues, Input> {
  control: Control<Values, unknown, Input>
  name: FieldPath<Values>
  categories: UseQueryResult<Category[]>
  /** The category of the edited record, shown while the list loads; null if it was deleted. */
  current?: Pick<Category, 'id' | 'name'> | null
}

/** A select of the categories, with an error and a retry button if they cannot be loaded. */
export function CategoryField<Values extends FieldValues, Input>({
  control,
  name,
  categories,
  current,
}: CategoryFieldProps<Values, Input>) {
  const { field, fieldState } = useController({ control, name })
  const options = categories.data ?? (current ? [current] : [])
  const isKnown = options.some(({ id }) => String(id) === String(field.value))
  const findName = (value: unknown) => options.find(({ id }) => String(id) === String(value))?.name
  const hint = current === null && !isKnown
  const isMissing = !categories.data
  // Also true during a retry, so that the button stays and keeps the focus.
  const hasFailed = categories.isFetched && isMissing
  const selectRef = useRef<HTMLSelectElement>(null)
  const hasRetried = useRef(false)

  useLayoutEffect(() => {
    if (hasFailed || !hasRetried.current) return
    hasRetried.current = false
    // The retry button has disappeared with the focus.
    if (document.activeElement === document.body) selectRef.current?.focus()
  }, [hasFailed])

  function tryAgain() {
    hasRetried.current = true
    void categories.refetch()
  }

  return (
    <Field
      name={name}
      label="Category"
      textOf={(value) => (value === '' ? 'No category' : (findName(value) ?? '…'))}
      error={
        categories.isError && isMissing ? 'Error loading categories.' : fieldState.error?.message
      }
      hint={hint ? 'Its category was deleted. Please choose another.' : undefined}
    >
      {(select) => (
        <div className="flex gap-2 *:first:flex-1">
          <NativeSelect
            {...field}
            {...select}
            ref={(element) => {
              field.ref(element)
              selectRef.current = element
            }}
            value={isKnown ? field.value : ''}
            disabled={isMissing}
          >
            <option value="" disabled>
              {categories.isPending ? 'Loading categories...' : 'Select category'}
            </option>
            {options.map(({ id, name: title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </NativeSelect>
          {hasFailed && (
            <Button
              variant="outline"
              size="icon"
              aria-label="Load categories again"
              type="button"
              // Not `disabled`, which would drop the focus.
              aria-disabled={categories.isFetching}
              onClick={tryAgain}
            >
              {categories.isFetching ? <Spinner /> : <RotateCw aria-hidden />}
            </Button>
          )}
        </div>
      )}
    </Field>
  )
}
