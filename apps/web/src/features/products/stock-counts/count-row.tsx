import { limits, type StockCountLine } from '@stockie/contracts'
import { type KeyboardEvent, memo, useEffect, useId, useState } from 'react'

import { Input } from '@/components/ui/input'
import { cn } from '@/lib/cn'
import { formatCount, formatTime } from '@/lib/format'
import { useEventCallback } from '@/lib/hooks/use-event-callback'

interface CountRowProps {
  line: StockCountLine
  /** With the numbers that are on their way. */
  counted: number | null
  isUnsent: boolean
  isBlind: boolean
  /** Scanned last. */
  isMarked: boolean
  /** Enters a number. Returns whether the user has to choose something first. */
  onEnter: (line: StockCountLine, counted: number) => boolean
  /** Enter goes on to the next product. */
  onNext: (productId: number) => void
}

/** A product to count: what it is, what is expected, and the field for its number. */
export const CountRow = memo(function CountRow(props: CountRowProps) {
  const { line, counted, isUnsent, isBlind, isMarked, onEnter, onNext } = props
  const { productId, name, isDeleted } = line
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? (counted === null ? '' : String(counted))
  const error = typed === null ? undefined : errorOf(typed)

  /** Returns whether the list can go on to the next product. */
  function enter() {
    if (typed === null || error !== undefined) return error === undefined
    setTyped(null)
    // A number cannot be taken back, only replaced.
    return typed.trim() === '' || !onEnter(line, Number(typed))
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (enter()) onNext(productId)
    }
  }

  // Escape and Back close the sheet while the field has the focus.
  const leave = useEventCallback(enter)
  useEffect(() => () => void leave(), [leave])

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
            isUnsent ? 'Not saved yet' : describeEntry(line),
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
          value={text}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={enter}
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

function errorOf(text: string) {
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

/** 'Nora Lindqvist, 14:05' */
function describeEntry({ countedByName, countedAt, entries }: StockCountLine) {
  if (countedAt === null) return null
  const who = `${countedByName ?? 'A deleted account'}, ${formatTime(new Date(countedAt))}`
  return entries > 1 ? `${who}, ${formatCount(entries)} numbers` : who
}
