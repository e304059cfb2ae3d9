import { lineTotal } from '@stockie/contracts'
import { CircleAlert, Trash2, TriangleAlert } from 'lucide-react'
import { memo, useEffect, useId } from 'react'

import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { formatCount, formatMoney } from '@/lib/format'
import { linesTableProps } from './lines-table-styles'
import { QuantityInput } from './quantity-input'
import { useTypedQuantity } from './use-typed-quantity'

interface LineNameProps {
  name: string
  priceTitle: 'Price' | 'Cost'
  isDeleted: boolean
  newPrice: number | undefined
  /** Says which quantity counts, if not the typed one, or that the stock is smaller. */
  note: string | undefined
  noteId: string
  onTakePrice: () => void
}

/** A mark replaces the second line of the name, so that nothing moves when it appears. */
function LineNameCell(props: LineNameProps) {
  const { name, priceTitle, isDeleted, newPrice, note, noteId, onTakePrice } = props
  const priceName = priceTitle.toLowerCase()
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
        <span className={cn(markClass, 'text-destructive')}>
          <CircleAlert aria-hidden className="size-3.5 shrink-0" />
          This product was deleted.
        </span>
      )}
      {newPrice !== undefined && (
        <span className={cn(markClass, 'text-warning')}>
          <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
          The {priceName} is now {formatMoney(newPrice)}.
          <Button
            type="button"
            variant="link"
            size="text"
            aria-label={`Use new ${priceName} of ${name}`}
            className="relative text-[0.8125rem]/5 after:absolute after:-inset-x-1 after:-top-4 after:-bottom-1"
            onClick={onTakePrice}
          >
            Use new {priceName}
          </Button>
        </span>
      )}
      {note !== undefined && (
        <span id={noteId} className={cn(markClass, 'flex-nowrap text-warning')}>
          <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
          {note}
        </span>
      )}
    </>
  )
}

/** Nothing is refused: the stock in Stockie may be behind the shelf. */
function describeShortage(stock: number | undefined) {
  if (stock === undefined) return undefined
  return stock > 0 ? `Only ${formatCount(stock)} in stock` : 'Out of stock'
}

const markClass = 'flex flex-wrap items-center gap-x-1.5 text-[0.8125rem]/5'

interface LineRowProps {
  priceTitle: 'Price' | 'Cost'
  productId: number
  name: string
  price: number
  quantity: number
  maxQuantity: number
  isDeleted: boolean
  newPrice: number | undefined
  /** The product's stock if the line sells more. */
  shortStock: number | undefined
  /** Announces the note to screen readers and returns a function that withdraws it. */
  announceNote: (note: string) => () => void
  onQuantity: (productId: number, quantity: number) => void
  onRemove: (productId: number) => void
  onTakePrice: (productId: number) => void
  onLeave: () => void
}

/** Takes only primitive values and stable callbacks, so that only the changed line renders again. */
export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { productId, name, price, quantity, maxQuantity, isDeleted, newPrice, announceNote } = props
  const noteId = useId()
  const typed = useTypedQuantity(quantity, maxQuantity, (next) => props.onQuantity(productId, next))
  const notes = [typed.note, describeShortage(props.shortStock)]
  const note = notes.filter(Boolean).join(' ') || undefined

  useEffect(
    () => (note === undefined ? undefined : announceNote(`${name}: ${note}`)),
    [name, note, announceNote],
  )

  return (
    <tr {...linesTableProps.line} data-line={productId}>
      <th
        {...linesTableProps.product}
        scope="row"
        tabIndex={-1}
        data-deleted={isDeleted || undefined}
      >
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
          onReject={typed.reject}
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
