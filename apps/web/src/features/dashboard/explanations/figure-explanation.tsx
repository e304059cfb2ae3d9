import { CircleHelp } from 'lucide-react'
import { type ReactNode, useRef } from 'react'

import { Button } from '@/components/ui/button'
import { Popover, PopoverAnchor, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import { formatMoney } from '@/lib/format'

interface FigureExplanationProps {
  /** The name of the button. */
  label: string
  title: string
  children: ReactNode
}

/** A button that explains a card's figure, below all cards: it covers none of the figures that it names. */
export function FigureExplanation({ label, title, children }: FigureExplanationProps) {
  const button = useRef<HTMLButtonElement>(null)
  const place = useRef({ getBoundingClientRect: () => findPlace(button.current) })
  return (
    <Popover>
      <PopoverAnchor virtualRef={place} />
      <PopoverTrigger asChild>
        <Button
          ref={button}
          variant="ghost"
          size="icon"
          title={label}
          className="text-muted-foreground"
        >
          <CircleHelp aria-hidden />
          <span className="sr-only">{label}</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label={title} className="w-88 p-5">
        {children}
      </PopoverContent>
    </Popover>
  )
}

/** As wide as the button's card, and as high as the list of cards. */
function findPlace(button: HTMLElement | null) {
  const card = button?.closest('li')?.getBoundingClientRect()
  const cards = button?.closest('ul')?.getBoundingClientRect()
  return new DOMRect(card?.x, cards?.y, card?.width, cards?.height)
}

export interface Step {
  title: string
  sign: '' | '-' | '+'
  sum: number
}

interface FigureStepsProps {
  /** The name of the figure. */
  name: string
  range: string
  steps: readonly Step[]
  total: number
}

/** The amounts that make up a figure, and their sum. */
export function FigureSteps({ name, range, steps, total }: FigureStepsProps) {
  return (
    <>
      <h3 className="font-semibold">
        {name}, {range}
      </h3>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2.5">
        {steps.map(({ title, sign, sum }) => (
          <div key={title} className="col-span-full grid grid-cols-subgrid">
            <dt className="text-muted-foreground">{title}</dt>
            <dd className="text-right tabular-nums">{sign + formatMoney(sum)}</dd>
          </div>
        ))}
        <div className="col-span-full grid grid-cols-subgrid border-t pt-2.5 font-semibold">
          <dt>{name}</dt>
          <dd className="text-right tabular-nums">{formatMoney(total)}</dd>
        </div>
      </dl>
    </>
  )
}
