import { useRef, type Ref } from 'react'

import type { DraftLine } from '@/lib/drafts/draft'
import type { LineState } from '@/lib/drafts/mark-lines'

import { formatTotal } from './format-total'
import { LineRow } from './line-row'
import { tableParts } from './table-parts'
import { useLineFocus, type LinesTableHandle } from './use-line-focus'
import { useLineNews } from './use-line-news'
import { useStable } from './use-stable'

export interface LineView {
  line: DraftLine
  state: LineState
}

interface LinesTableProps {
  ref?: Ref<LinesTableHandle>
  priceTitle: 'Price' | 'Cost'
  maxQuantity: number
  lines: readonly LineView[]
  subtotal: number
  onQuantity: (productId: number, quantity: number) => void
  onRemove: (productId: number) => void
  onTakePrice: (productId: number) => void
  /** Back to the search: the next product. */
  onLeave: () => void
}

export function LinesTable({
  ref,
  priceTitle,
  maxQuantity,
  lines,
  subtotal,
  ...on
}: LinesTableProps) {
  const table = useRef<HTMLTableElement>(null)
  const { news, tellNote } = useLineNews(lines)
  const focus = useLineFocus({ ref, table, lines, onLeave: on.onLeave })
  const onQuantity = useStable(on.onQuantity)
  const onLeave = useStable(on.onLeave)
  const onRemove = useStable((productId: number) => {
    focus.leaveLine(productId)
    on.onRemove(productId)
  })
  const onTakePrice = useStable((productId: number) => {
    focus.stayOnLine(productId)
    on.onTakePrice(productId)
  })

  return (
    <div className="@container rounded-xl border bg-card text-card-foreground shadow-xs">
      <table ref={table} {...tableParts.table} aria-label="Lines">
        <thead {...tableParts.head}>
          <tr {...tableParts.titles}>
            <th {...tableParts.productTitle}>Product</th>
            <th {...tableParts.priceTitle}>{priceTitle}</th>
            <th {...tableParts.quantityTitle}>Quantity</th>
            <th {...tableParts.totalTitle}>Total</th>
            <th {...tableParts.removeTitle}>
              <span className="sr-only">Delete</span>
            </th>
          </tr>
        </thead>
        <tbody {...tableParts.body}>
          {lines.map(({ line, state }) => (
            <LineRow
              key={line.productId}
              priceTitle={priceTitle}
              productId={line.productId}
              name={line.name}
              price={line.price}
              quantity={line.quantity}
              maxQuantity={maxQuantity}
              isDeleted={state === 'deleted'}
              newPrice={typeof state === 'object' ? state.price : undefined}
              tellNote={tellNote}
              onQuantity={onQuantity}
              onRemove={onRemove}
              onTakePrice={onTakePrice}
              onLeave={onLeave}
            />
          ))}
          {lines.length === 0 && (
            <tr {...tableParts.emptyRow}>
              <td {...tableParts.empty} colSpan={5}>
                No products added.
              </td>
            </tr>
          )}
        </tbody>
        {lines.length > 0 && (
          <tfoot {...tableParts.body}>
            <tr {...tableParts.sums}>
              <th {...tableParts.sumTitle} scope="row" colSpan={3}>
                Total
              </th>
              <td {...tableParts.sum}>{formatTotal(subtotal)}</td>
              <td {...tableParts.gap} />
            </tr>
          </tfoot>
        )}
      </table>
      <output className="sr-only">{news}</output>
    </div>
  )
}
