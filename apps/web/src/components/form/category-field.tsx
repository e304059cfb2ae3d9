import type { UseQueryResult } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form'

import { Button } from '@/components/ui/button'
import { NativeSelect } from '@/components/ui/native-select'

import { Field } from './field'

interface Category {
  id: number
  name: string
}

interface CategoryFieldProps<Values extends FieldValues, Input> {
  control: Control<Values, unknown, Input>
  name: FieldPath<Values>
  categories: UseQueryResult<Category[]>
  /** Of the record that is edited: shown before the list is there, and null where it was deleted. */
  current?: Category | null
}

/** A select of the categories, which says so when they cannot be loaded. */
export function CategoryField<Values extends FieldValues, Input>({
  control,
  name,
  categories,
  current,
}: CategoryFieldProps<Values, Input>) {
  const { field, fieldState } = useController({ control, name })
  const options = categories.data ?? (current ? [current] : [])
  const isKnown = options.some(({ id }) => String(id) === String(field.value))
  const hasFailed = categories.isError && !categories.data
  const hint = current === null && !isKnown
  return (
    <Field
      label="Category"
      error={hasFailed ? 'Error loading categories.' : fieldState.error?.message}
      hint={hint ? 'Its category was deleted. Please choose another.' : undefined}
    >
      {(select) => (
        <div className="flex gap-2 *:first:flex-1">
          <NativeSelect
            {...field}
            {...select}
            value={isKnown ? field.value : ''}
            disabled={!categories.data}
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
              onClick={() => void categories.refetch()}
            >
              <RotateCw aria-hidden />
            </Button>
          )}
        </div>
      )}
    </Field>
  )
}
