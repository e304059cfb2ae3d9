import { type Ref, useRef } from 'react'

import type { DraftLine, LineState } from '@/lib/drafts/draft'
import { formatTotal } from '@/lib/format'
import { useEventCallback } from '@/lib/hooks/use-event-callback'
import { LineRow } from './line-row'
import { linesTableProps } from './lines-table-styles'
import { useLineAnnouncements } from './use-line-announcements'
import { type LinesTableHandle, useLineFocus } from './use-line-focus'

export interface LineWithState {
  line: DraftLine
  state: LineState
  /** The product's stock if the line sells more. */
  shortStock?: number | undefined
}

interface LinesTableProps {
  ref?: Ref<LinesTableHandle>
  priceTitle: 'Price' | 'Cost'
  maxQuantity: number
  lines: readonly LineWithState[]
  /** The error of a submit without lines. */
  error?: string | undefined
  errorId?: string
  subtotal: number
  onQuantity: (productId: number, quantity: number) => void
  onRemove: (productId: number) => void
  onTakePrice: (productId: number) => void
  /** Moves the focus back to the search for the next product. */
  onLeave: () => void
}

export function LinesTable({
  ref,
  priceTitle,
  maxQuantity,
  lines,
  error,
  errorId,
  subtotal,
  ...on
}: LinesTableProps) {
  const table = useRef<HTMLTableElement>(null)
  const { announcement, announceNote } = useLineAnnouncements(lines)
  const focus = useLineFocus({ ref, table, lines, onLeave: on.onLeave })
  const onQuantity = useEventCallback(on.onQuantity)
  const onLeave = useEventCallback(on.onLeave)
  const onRemove = useEventCallback((productId: number) => {
    focus.leaveLine(productId)
    on.onRemove(productId)
  })
  const onTakePrice = useEventCallback((productId: number) => {
    focus.stayOnLine(productId)
    on.onTakePrice(productId)
  })

  return (
    <div className="@container rounded-xl border bg-card text-card-foreground shadow-xs">
      <table ref={table} {...linesTableProps.table} aria-label="Lines">
        <thead {...linesTableProps.head}>
          <tr {...linesTableProps.titles}>
            <th {...linesTableProps.productTitle}>Product</th>
            <th {...linesTableProps.priceTitle}>{priceTitle}</th>
            <th {...linesTableProps.quantityTitle}>Quantity</th>
            <th {...linesTableProps.totalTitle}>Total</th>
            <th {...linesTableProps.removeTitle}>
              <span className="sr-only">Delete</span>
            </th>
          </tr>
        </thead>
        <tbody {...linesTableProps.body}>
          {lines.map(({ line, state, shortStock }) => (
            <LineRow
              key={line.productId}
              priceTitle={priceTitle}
              productId={line.productId}
              name={line.name}
              price={line.price}
              quantity={line.quantity}
              maxQuantity={maxQuantity}
              isDeleted={state === 'deleted'}
              shortStock={shortStock}
              newPrice={typeof state === 'object' ? state.price : undefined}
              announceNote={announceNote}
              onQuantity={onQuantity}
              onRemove={onRemove}
              onTakePrice={onTakePrice}
              onLeave={onLeave}
            />
          ))}
          {lines.length === 0 && (
            <tr {...linesTableProps.emptyRow}>
              <td {...linesTableProps.empty} colSpan={5}>
                No products added.
                {error !== undefined && (
                  <p id={errorId} className="mt-1 text-destructive">
                    {error}
                  </p>
                )}
              </td>
            </tr>
          )}
        </tbody>
        {lines.length > 0 && (
          <tfoot {...linesTableProps.body}>
            <tr {...linesTableProps.sums}>
              <th {...linesTableProps.sumTitle} scope="row" colSpan={3}>
                Total
              </th>
              <td {...linesTableProps.sum}>{formatTotal(subtotal)}</td>
              <td {...linesTableProps.gap} />
            </tr>
          </tfoot>
        )}
      </table>
      <output className="sr-only">{announcement}</output>
    </div>
  )
}
