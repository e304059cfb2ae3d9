import { lineTotal } from '@stockie/contracts'
import { Trash2 } from 'lucide-react'
import { memo, useEffect, useId } from 'react'

import { Button } from '@/components/ui/button'
import { formatMoney } from '@/lib/format'

import { LineName } from './line-name'
import { QuantityInput } from './quantity-input'
import { tableParts } from './table-parts'
import { useTypedQuantity } from './use-typed-quantity'

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
    <tr {...tableParts.line} data-line={productId}>
      <th {...tableParts.product} scope="row" tabIndex={-1}>
        <LineName
          name={name}
          priceTitle={props.priceTitle}
          isDeleted={isDeleted}
          newPrice={newPrice}
          note={note}
          noteId={noteId}
          onTakePrice={() => props.onTakePrice(productId)}
        />
      </th>
      <td {...tableParts.price}>{formatMoney(price)}</td>
      <td {...tableParts.quantity}>
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
      <td {...tableParts.total}>{formatMoney(lineTotal(price, quantity))}</td>
      <td {...tableParts.remove}>
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
