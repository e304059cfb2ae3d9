import { limits, type StockCountLine } from '@stockie/contracts'
import { type KeyboardEvent, memo, useId } from 'react'

import { Input } from '@/components/ui/input'
import { cn } from '@/lib/cn'
import { formatCount } from '@/lib/format'
import { describeCounter } from './count-texts'

interface CountRowProps {
  line: StockCountLine
  /** With the numbers that are on their way. */
  counted: number | null
  isUnsent: boolean
  isBlind: boolean
  /** Scanned last. */
  isMarked: boolean
  /** The text of the field while the user types. */
  typed: string | undefined
  onType: (productId: number, text: string) => void
  /** Enters the text. Returns whether the list can go on to the next product. */
  onEnter: (productId: number) => boolean
  onNext: (productId: number) => void
}

/** A product to count: what it is, what is expected, and the field for its number. */
export const CountRow = memo(function CountRow(props: CountRowProps) {
  const { line, counted, isUnsent, isBlind, isMarked, typed, onType, onEnter, onNext } = props
  const { productId, name, isDeleted, entries } = line
  const id = useId()
  const error = typed === undefined ? undefined : countError(typed)

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (onEnter(productId)) onNext(productId)
  }

  return (
    <li
      className={cn(
        'grid grid-cols-[minmax(0,1fr)_6rem] items-start gap-x-3 border-b px-2 py-3 text-sm last:border-b-0',
        isMarked && 'rounded-md bg-accent/60',
      )}
    >
      <div className="grid gap-0.5">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p id={`${id}-facts`} className="wrap-anywhere text-muted-foreground tabular-nums">
          {factsOf([line.code, line.categoryName ?? 'Unknown'])}
        </p>
        <p
          id={`${id}-state`}
          className="wrap-anywhere text-muted-foreground tabular-nums empty:hidden"
        >
          {factsOf([
            isBlind || line.expected === null ? null : `Expected ${formatCount(line.expected)}`,
            isUnsent ? 'Not saved yet' : counted === null ? null : describeCounter(line),
            counted !== null && entries > 1 ? `last of ${formatCount(entries)} numbers` : null,
          ])}
        </p>
      </div>
      {isDeleted ? (
        <p className="text-right text-muted-foreground">Deleted</p>
      ) : (
        <Input
          inputMode="numeric"
          autoComplete="off"
          data-count={productId}
          aria-label={`Counted ${name}`}
          aria-describedby={error === undefined ? `${id}-facts ${id}-state` : `${id}-error`}
          aria-invalid={error !== undefined}
          value={typed ?? (counted === null ? '' : String(counted))}
          onChange={({ target }) => onType(productId, target.value)}
          onBlur={() => onEnter(productId)}
          onFocus={({ target }) => target.select()}
          onKeyDown={onKeyDown}
          className="text-right tabular-nums"
        />
      )}
      {error !== undefined && (
        <p
          id={`${id}-error`}
          aria-live="polite"
          className="col-span-2 mt-1 text-right text-destructive"
        >
          {error}
        </p>
      )}
    </li>
  )
})

export function countError(text: string) {
  const trimmed = text.trim()
  if (trimmed !== '' && !/^\d+$/.test(trimmed)) return 'Enter a whole number, 0 or more.'
  return Number(trimmed) > limits.integer
    ? `Enter at most ${formatCount(limits.integer)}.`
    : undefined
}

/** '4006381333931 · Stationery' */
function factsOf(facts: readonly (string | null)[]) {
  return facts.filter((fact) => fact !== null).join(' · ')
}
