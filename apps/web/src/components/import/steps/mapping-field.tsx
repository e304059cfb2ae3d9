import type { ImportField } from '@stockie/contracts'
import { Plus } from 'lucide-react'
import { useId, useRef } from 'react'

import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'

/** As the contract allows. */
const maxColumns = 10

interface MappingFieldProps {
  field: ImportField
  columns: readonly string[]
  sample: readonly (readonly string[])[]
  chosen: readonly number[]
  onChosen: (chosen: number[]) => void
  ifEmpty: string
  onIfEmpty: (text: string) => void
}

/** A field with the columns of the file that hold it, an example, and the text for empty cells. */
export function MappingField(props: MappingFieldProps) {
  const { field, columns, sample, chosen, onChosen, ifEmpty, onIfEmpty } = props
  const { label, isRequired = false, kind, joint } = field
  const group = useRef<HTMLFieldSetElement>(null)
  const id = useId()
  const isMissing = isRequired && chosen.length === 0 && ifEmpty === ''
  const unused = columns.findIndex((_, at) => !chosen.includes(at))
  const canAdd = joint !== undefined && chosen.length > 0 && chosen.length < maxColumns

  function choose(place: number, value: string) {
    const next = [...chosen]
    if (value === '') next.splice(place, 1)
    else next[place] = Number(value)
    onChosen(next)
    // The select of a further column is gone, and its focus with it.
    if (value === '' && place > 0) group.current?.querySelector('select')?.focus()
  }

  return (
    <fieldset
      ref={group}
      aria-label={label}
      className="grid min-w-0 gap-x-4 gap-y-2 border-b py-3 last:border-b-0 md:grid-cols-[9rem_minmax(0,1fr)_minmax(0,1fr)_minmax(0,10rem)]"
    >
      <div className="text-sm md:pt-2.5">
        <span className="font-medium">{label}</span>
        {isRequired && <span className="text-muted-foreground"> (required)</span>}
      </div>
      <div className="grid content-start gap-2">
        {[...chosen, ...(chosen.length === 0 ? [undefined] : [])].map((column, place) => (
          <NativeSelect
            // oxlint-disable-next-line react/no-array-index-key -- the place is the identity of a select
            key={place}
            aria-label={place === 0 ? `Column of ${label}` : `Column ${place + 1} of ${label}`}
            aria-describedby={isMissing ? `${id}-note` : undefined}
            value={column ?? ''}
            onChange={({ target }) => choose(place, target.value)}
          >
            <option value="">Not in the file</option>
            {columns.map((_, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- the place is the column
              <option key={at} value={at}>
                {columnName(columns, at)}
              </option>
            ))}
          </NativeSelect>
        ))}
        {canAdd && unused >= 0 && (
          <Button
            variant="link"
            size="text"
            className="justify-self-start py-1"
            onClick={() => onChosen([...chosen, unused])}
          >
            <Plus aria-hidden />
            Add column
            <span className="sr-only"> to {label}</span>
          </Button>
        )}
        {isMissing && (
          <p id={`${id}-note`} className="text-[0.8125rem] text-warning">
            New records need it.
          </p>
        )}
      </div>
      <p className="min-w-0 truncate text-sm text-muted-foreground md:pt-2.5">
        <span className="md:sr-only">Example: </span>
        {exampleOf(sample, chosen, joint) ?? '—'}
      </p>
      {kind === 'id' ? (
        <span className="max-md:hidden" />
      ) : (
        <div className="flex items-center gap-2 md:items-start">
          <label htmlFor={`${id}-default`} className="shrink-0 text-sm md:sr-only">
            If empty<span className="sr-only">, {label}</span>
          </label>
          <Input
            id={`${id}-default`}
            value={ifEmpty}
            autoComplete="off"
            onChange={({ target }) => onIfEmpty(target.value)}
          />
        </div>
      )}
    </fieldset>
  )
}

/** The header of a column. Its number tells it from another one with the same header, or without any. */
export function columnName(columns: readonly string[], at: number) {
  const header = columns[at]?.trim() ?? ''
  if (header === '') return `Column ${at + 1}`
  const isTwice = columns.filter((other) => other.trim() === header).length > 1
  return isTwice ? `${header} (column ${at + 1})` : header
}

/** The first value of the field in the file. */
function exampleOf(
  sample: readonly (readonly string[])[],
  chosen: readonly number[],
  joint: string | undefined,
) {
  return sample
    .map((row) =>
      chosen
        .map((at) => row[at]?.trim() ?? '')
        .filter((cell) => cell !== '')
        .join(joint ?? ''),
    )
    .find((text) => text !== '')
}
