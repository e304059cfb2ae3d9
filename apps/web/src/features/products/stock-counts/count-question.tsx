import { useEffect, useRef } from 'react'

import { Button } from '@/components/ui/button'
import { formatCount, formatTime } from '@/lib/format'
import type { CountedProduct } from './numbers/use-counted-lines'
import type { Choice, UnsentNumber } from './numbers/unsent-numbers'

interface CountQuestionProps {
  number: UnsentNumber
  /** With what is stored by now. */
  product: CountedProduct & { countedAt?: string | null }
  /** Numbers that are on their way are part of it. */
  counted: number | null
  /** A scanner goes on without a key, so its question takes no focus. */
  takesFocus: boolean
  onAnswer: (choice: Choice) => void
}

/** Asks what a second number of a product means. */
export function CountQuestion(props: CountQuestionProps) {
  const { number, product, counted, takesFocus, onAnswer } = props
  const first = useRef<HTMLButtonElement>(null)
  const before = counted ?? 0
  const { countedByName, countedAt } = product

  useEffect(() => {
    if (takesFocus) first.current?.focus()
  }, [takesFocus])

  const who = countedByName
    ? ` by ${countedByName}${countedAt ? `, ${formatTime(new Date(countedAt))}` : ''}`
    : ''
  return (
    <section
      role="alert"
      aria-label={`${number.name} was counted twice`}
      className="grid gap-3 rounded-md border border-warning/50 px-4 py-3 text-sm"
    >
      <p className="wrap-anywhere">
        <strong className="font-semibold">{number.name}</strong>{' '}
        {`has ${formatCount(before)} already`}
        {who}. {`You counted ${formatCount(number.counted)}.`}
      </p>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        <Button ref={first} variant="outline" onClick={() => onAnswer('replace')}>
          {`Replace: ${formatCount(number.counted)}`}
        </Button>
        <Button variant="outline" onClick={() => onAnswer('add')}>
          {`Add: ${formatCount(before + number.counted)}`}
        </Button>
        <Button variant="ghost" className="max-sm:col-span-2" onClick={() => onAnswer('keep')}>
          {`Keep ${formatCount(before)}`}
        </Button>
      </div>
    </section>
  )
}
