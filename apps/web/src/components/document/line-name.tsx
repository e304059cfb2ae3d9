import { CircleAlert, TriangleAlert } from 'lucide-react'

import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { formatMoney } from '@/lib/format'

interface LineNameProps {
  name: string
  priceTitle: 'Price' | 'Cost'
  isDeleted: boolean
  newPrice: number | undefined
  /** Of the quantity, where something else counts than what was typed. */
  note: string | undefined
  noteId: string
  onTakePrice: () => void
}

/** A mark takes the place of the name's second line, so that nothing jumps when it comes. */
export function LineName(props: LineNameProps) {
  const { name, priceTitle, isDeleted, newPrice, note, noteId, onTakePrice } = props
  const what = priceTitle.toLowerCase()
  const hasMark = isDeleted || newPrice !== undefined || note !== undefined
  return (
    <>
      <span
        title={name}
        className={cn('font-medium wrap-anywhere', hasMark ? 'line-clamp-1' : 'line-clamp-2')}
      >
        {name}
      </span>
      {isDeleted && (
        <span className={cn(mark, 'text-destructive')}>
          <CircleAlert aria-hidden className="size-3.5 shrink-0" />
          This product was deleted.
        </span>
      )}
      {newPrice !== undefined && (
        <span className={cn(mark, 'text-warning')}>
          <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
          The {what} is now {formatMoney(newPrice)}.
          <Button
            type="button"
            variant="link"
            size="text"
            aria-label={`Use new ${what} of ${name}`}
            className="relative text-[0.8125rem]/5 after:absolute after:-inset-x-1 after:-top-4 after:-bottom-1"
            onClick={onTakePrice}
          >
            Use new {what}
          </Button>
        </span>
      )}
      {note !== undefined && (
        <span id={noteId} className={cn(mark, 'flex-nowrap text-warning')}>
          <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
          {note}
        </span>
      )}
    </>
  )
}

const mark = 'flex flex-wrap items-center gap-x-1.5 text-[0.8125rem]/5'
