import { type MouseEvent, useEffect, useId, useRef } from 'react'

import { Button } from '@/components/ui/button'
import { formatCount } from '@/lib/format'
import { useEventCallback } from '@/lib/hooks/use-event-callback'
import { useAccidentalClick } from '@/lib/overlays/use-accidental-click'
import { describeCounter } from './count-texts'
import type { Choice, UnsentNumber } from './numbers/unsent-numbers'
import type { CountedProduct } from './numbers/use-counted-lines'

interface CountQuestionProps {
  number: UnsentNumber
  /** '1 of 2' if more wait behind it. */
  place: string | undefined
  /** With what is stored by now. */
  product: CountedProduct
  /** Numbers that are on their way are part of it. */
  counted: number | null
  onAnswer: (choice: Choice) => void
  /** The field of the product, if the list shows it. */
  findField: () => HTMLElement | null | undefined
}

/** Asks what a second number of a product means. A scan presses none of its buttons. */
export function CountQuestion(props: CountQuestionProps) {
  const { number, place, product, counted, onAnswer, findField } = props
  const textId = useId()
  const first = useRef<HTMLButtonElement>(null)
  const focused = useRef<Element>(null)
  const isAccidental = useAccidentalClick()
  const before = counted ?? 0

  const takeFocus = useEventCallback(() => {
    const { activeElement } = document
    // In another field, the user counts another product: Enter would answer this question.
    if (activeElement instanceof HTMLInputElement && activeElement !== findField()) return
    focused.current = activeElement
    first.current?.focus()
  })
  useEffect(() => takeFocus(), [takeFocus])

  function answer(event: MouseEvent, choice: Choice) {
    if (isAccidental(event)) return
    const { current } = focused
    // The buttons disappear.
    if (current instanceof HTMLInputElement && current.isConnected) current.focus()
    else findField()?.focus()
    onAnswer(choice)
  }

  return (
    <section
      aria-label={`${number.name} was counted twice`}
      aria-describedby={textId}
      className="grid gap-3"
    >
      <p id={textId} role="alert" className="wrap-anywhere">
        <strong className="font-semibold">{number.name}</strong>
        {` has ${formatCount(before)} already ${describeCounter(product)}`.trimEnd()}
        {number.counted === null
          ? '. You have cleared it.'
          : `. You counted ${formatCount(number.counted)}.`}
        {place && <span className="text-muted-foreground">{` ${place}`}</span>}
      </p>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        <Button ref={first} variant="outline" onClick={(event) => answer(event, 'replace')}>
          {number.counted === null ? 'Not counted' : `Replace: ${formatCount(number.counted)}`}
        </Button>
        {number.counted !== null && (
          <Button variant="outline" onClick={(event) => answer(event, 'add')}>
            {`Add: ${formatCount(before + number.counted)}`}
          </Button>
        )}
        <Button
          variant="ghost"
          className="max-sm:last:nth-3:col-span-2"
          onClick={(event) => answer(event, 'keep')}
        >
          {counted === null ? 'Keep none' : `Keep ${formatCount(before)}`}
        </Button>
      </div>
    </section>
  )
}
