import { memo, useId } from 'react'

import { QuantityInput } from '@/components/document/lines/quantity-input'
import { useTypedQuantity } from '@/components/document/lines/use-typed-quantity'
import { Checkbox } from '@/components/ui/checkbox'
import { cn } from '@/lib/cn'
import { formatCount, formatMoney } from '@/lib/format'
import type { ReturnableLine } from './return-entry'

interface ReturnLineRowProps {
  line: ReturnableLine
  quantity: number
  isRestocked: boolean
  error: string | undefined
  onQuantity: (lineId: number, quantity: number) => void
  onRestocked: (lineId: number, isRestocked: boolean) => void
  /** Called on Enter, to go on to the next line. */
  onLeave: () => void
}

/** A line of the sale, with the quantity to return. */
export const ReturnLineRow = memo(function ReturnLineRow(props: ReturnLineRowProps) {
  const { line, quantity, isRestocked, error, onQuantity, onRestocked, onLeave } = props
  const { name, price, sold, returned, left } = line
  const id = useId()
  const typed = useTypedQuantity(quantity, left, (next) => onQuantity(line.id, next), 0)
  const note = error ?? typed.note
  return (
    <li className="grid gap-x-4 gap-y-2 border-b py-3 text-sm last:border-b-0 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="grid min-w-0 gap-0.5">
        <p className="font-medium wrap-anywhere">{name}</p>
        {/* A note takes the place of the facts, so that nothing moves. */}
        <p
          id={`${id}-note`}
          aria-live="polite"
          className={cn(
            'text-[0.8125rem]/5 tabular-nums',
            error === undefined && (note === undefined ? 'text-muted-foreground' : 'text-warning'),
            error !== undefined && 'text-destructive',
          )}
        >
          {note ??
            [
              formatMoney(price),
              `${formatCount(sold)} sold`,
              ...(returned > 0 ? [`${formatCount(returned)} returned`] : []),
            ].join(' · ')}
        </p>
      </div>
      {left === 0 ? (
        <p className="text-muted-foreground">All of it was returned.</p>
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 sm:grid sm:justify-items-end">
          <QuantityInput
            name={name}
            value={quantity}
            min={0}
            max={left}
            text={typed.text}
            noteId={note === undefined ? undefined : `${id}-note`}
            isInvalid={error !== undefined}
            onType={typed.type}
            onReject={typed.reject}
            onStep={typed.step}
            onBlur={typed.settle}
            onLeave={onLeave}
          />
          {/* Keeps its place. */}
          <div
            className={cn(
              'flex items-center gap-2.5 text-[0.8125rem] max-sm:py-2',
              quantity === 0 && 'invisible',
            )}
          >
            <Checkbox
              id={`${id}-restock`}
              aria-label={`Back into stock: ${name}`}
              checked={isRestocked}
              onChange={({ target }) => onRestocked(line.id, target.checked)}
            />
            <label htmlFor={`${id}-restock`}>Back into stock</label>
          </div>
        </div>
      )}
    </li>
  )
})
