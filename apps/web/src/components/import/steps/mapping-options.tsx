import type { ImportOptions, ImportResource } from '@stockie/contracts'
import { useId } from 'react'

import { Checkbox } from '@/components/ui/checkbox'
import { Label } from '@/components/ui/label'
import { NativeSelect } from '@/components/ui/native-select'

import { pluralOf } from '@/components/import/import-sentences'

const matchings = [
  ['auto', 'Automatic'],
  ['id', 'ID'],
  ['code', 'Code'],
  ['name', 'Name'],
  ['none', 'Add all as new'],
] as const

const dateOrders = [
  ['auto', 'Automatic'],
  ['dayFirst', 'Day first: 31/12/2026'],
  ['monthFirst', 'Month first: 12/31/2026'],
] as const

interface MappingOptionsProps {
  resource: ImportResource
  options: ImportOptions
  onOptions: (options: ImportOptions) => void
}

/** How the rows are read and compared with the records of the shop. */
export function MappingOptions({ resource, options, onOptions }: MappingOptionsProps) {
  const id = useId()
  const isOfProducts = resource === 'products'
  const isOfExpenses = resource === 'expenses'
  return (
    <fieldset className="grid gap-4 rounded-lg border p-4 text-sm">
      <legend className="px-1 font-medium">Options</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="grid content-start gap-1.5">
          <Label htmlFor={`${id}-match`}>Find existing {pluralOf(resource)} by</Label>
          <NativeSelect
            id={`${id}-match`}
            value={options.matchBy}
            onChange={({ target }) =>
              onOptions({ ...options, matchBy: keyOf(matchings, target.value) })
            }
          >
            {matchings
              .filter(([key]) => isOffered(key, resource))
              .map(([key, label]) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
          </NativeSelect>
        </div>
        {isOfExpenses && (
          <div className="grid content-start gap-1.5">
            <Label htmlFor={`${id}-dates`}>Order of day and month</Label>
            <NativeSelect
              id={`${id}-dates`}
              value={options.dateOrder}
              onChange={({ target }) =>
                onOptions({ ...options, dateOrder: keyOf(dateOrders, target.value) })
              }
            >
              {dateOrders.map(([key, label]) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
            </NativeSelect>
          </div>
        )}
      </div>
      {(isOfProducts || isOfExpenses) && (
        <>
          <OptionBox
            label="Create missing categories"
            isChecked={options.createCategories}
            onChange={(createCategories) => onOptions({ ...options, createCategories })}
          />
          <OptionBox
            label="Round to whole dollars"
            isChecked={options.roundAmounts}
            onChange={(roundAmounts) => onOptions({ ...options, roundAmounts })}
          />
        </>
      )}
    </fieldset>
  )
}

interface OptionBoxProps {
  label: string
  isChecked: boolean
  onChange: (isChecked: boolean) => void
}

function OptionBox({ label, isChecked, onChange }: OptionBoxProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-2.5">
      <Checkbox id={id} checked={isChecked} onChange={({ target }) => onChange(target.checked)} />
      <Label htmlFor={id} className="font-normal">
        {label}
      </Label>
    </div>
  )
}

/** Expenses are only added, so a row equals an expense or is new. Only products have codes. */
function isOffered(key: (typeof matchings)[number][0], resource: ImportResource) {
  if (resource === 'expenses') return key === 'auto' || key === 'none'
  return key !== 'code' || resource === 'products'
}

/** The chosen key of a list. The first key is the default. */
function keyOf<Key extends string>(
  choices: readonly (readonly [Key, string])[] & { 0: readonly [Key, string] },
  value: string,
): Key {
  return (choices.find(([key]) => key === value) ?? choices[0])[0]
}
