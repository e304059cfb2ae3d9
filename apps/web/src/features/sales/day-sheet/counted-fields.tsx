import { type KeyboardEvent, useId } from 'react'

import { Input } from '@/components/ui/input'
import { formatTotal } from '@/lib/format'
import { AmountField } from './amount-field'
import {
  type CashCountEntry,
  type CashCountErrors,
  countedPieces,
  pieceField,
} from './cash-count-entry'
import { formatPiece } from './day-figure-texts'

interface CountedFieldsProps {
  entry: CashCountEntry
  errors: CashCountErrors
  total: number
  onChange: (changed: Partial<CashCountEntry>) => void
}

const ways = { sum: 'As a sum', pieces: 'By coins and notes' } as const

/** The cash in the drawer: its sum, or the number of each coin and note. */
export function CountedFields({ entry, errors, total, onChange }: CountedFieldsProps) {
  const id = useId()
  return (
    <section aria-label="Counted cash" className="grid gap-3">
      <header className="flex flex-wrap items-center justify-between gap-x-4 border-b pb-2 text-sm">
        <h3 className="font-semibold">Counted cash</h3>
        <div role="radiogroup" aria-label="How it was counted" className="flex flex-wrap gap-x-4">
          {(['sum', 'pieces'] as const).map((way) => (
            <label key={way} className="flex min-h-10 items-center gap-2">
              <input
                type="radio"
                name={`${id}-way`}
                checked={entry.way === way}
                className="size-4 accent-primary"
                onChange={() => onChange({ way })}
              />
              {ways[way]}
            </label>
          ))}
        </div>
      </header>
      {entry.way === 'sum' ? (
        <AmountField
          label="Sum"
          name="sum"
          value={entry.sum}
          error={errors['sum']}
          onChange={(sum) => onChange({ sum })}
        />
      ) : (
        <>
          <ul className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3">
            {countedPieces.map((value) => (
              <li key={value}>
                <Piece
                  value={value}
                  text={entry.pieces[value] ?? ''}
                  error={errors[pieceField(value)]}
                  onChange={(text) => onChange({ pieces: { ...entry.pieces, [value]: text } })}
                />
              </li>
            ))}
          </ul>
          <p className="flex justify-between gap-4 text-sm font-medium tabular-nums">
            Together
            <output aria-label="Counted cash">{formatTotal(total)}</output>
          </p>
        </>
      )}
    </section>
  )
}

/** Enter goes to the next coin, and after the last one to the remark. It does not save an incomplete count. */
function goToNext(event: KeyboardEvent<HTMLInputElement>) {
  const { key, currentTarget: own, nativeEvent } = event
  if (key !== 'Enter' || nativeEvent.isComposing) return
  event.preventDefault()
  const fields = [...(own.closest('ul')?.querySelectorAll('input') ?? [])]
  const next = fields[fields.indexOf(own) + 1] ?? own.form?.querySelector('textarea')
  next?.focus()
}

interface PieceProps {
  value: number
  text: string
  error: string | undefined
  onChange: (text: string) => void
}

function Piece({ value, text, error, onChange }: PieceProps) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-2">
        <label htmlFor={id} className="w-11 shrink-0 text-right text-sm tabular-nums">
          {formatPiece(value)}
        </label>
        <Input
          id={id}
          inputMode="numeric"
          placeholder="0"
          className="tabular-nums"
          value={text}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onKeyDown={goToNext}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className="text-[0.8125rem]/4.5 text-destructive">
          {error}
        </p>
      )}
    </div>
  )
}
