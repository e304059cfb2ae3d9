import { lineTotal } from '@stockie/contracts'
import { CircleAlert, Trash2, TriangleAlert } from 'lucide-react'
import { memo, useEffect, useId } from 'react'

import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { formatMoney } from '@/lib/format'
import { linesTableProps } from './lines-table-styles'
import { QuantityInput } from './quantity-input'
import { useTypedQuantity } from './use-typed-quantity'

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
function LineNameCell(props: LineNameProps) {
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

interface LineRowProps {
  priceTitle: 'Price' | 'Cost'
  productId: number
  name: string
  price: number
  quantity: number
  maxQuantity: number
  isDeleted: boolean
  newPrice: number | undefined
  /** To those who do not see it; answers what takes it back. */
  tellNote: (note: string) => () => void
  onQuantity: (productId: number, quantity: number) => void
  onRemove: (productId: number) => void
  onTakePrice: (productId: number) => void
  onLeave: () => void
}

/** Of plain values alone, so that only the line that changed is drawn again. */
export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { productId, name, price, quantity, maxQuantity, isDeleted, newPrice, tellNote } = props
  const noteId = useId()
  const typed = useTypedQuantity(quantity, maxQuantity, (next) => props.onQuantity(productId, next))
  const { note } = typed

  useEffect(
    () => (note === undefined ? undefined : tellNote(`${name}: ${note}`)),
    [name, note, tellNote],
  )

  return (
    <tr {...linesTableProps.line} data-line={productId}>
      <th {...linesTableProps.product} scope="row" tabIndex={-1}>
        <LineNameCell
          name={name}
          priceTitle={props.priceTitle}
          isDeleted={isDeleted}
          newPrice={newPrice}
          note={note}
          noteId={noteId}
          onTakePrice={() => props.onTakePrice(productId)}
        />
      </th>
      <td {...linesTableProps.price}>{formatMoney(price)}</td>
      <td {...linesTableProps.quantity}>
        <QuantityInput
          name={name}
          value={quantity}
          max={maxQuantity}
          text={typed.text}
          noteId={note && noteId}
          onType={typed.type}
          onRefuse={typed.refuse}
          onStep={typed.step}
          onBlur={typed.settle}
          onLeave={props.onLeave}
        />
      </td>
      <td {...linesTableProps.total}>{formatMoney(lineTotal(price, quantity))}</td>
      <td {...linesTableProps.remove}>
        <Button
          type="button"
          variant="ghost"
          size="icon"
          aria-label={`Delete ${name}`}
          data-slot="remove"
          onClick={() => props.onRemove(productId)}
        >
          <Trash2 aria-hidden />
        </Button>
      </td>
    </tr>
  )
})
