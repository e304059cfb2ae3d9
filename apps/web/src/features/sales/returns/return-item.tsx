import type { Return } from '@stockie/contracts'
import { Printer, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'

import { copyOf, returnSlip } from '@/components/slip/slip-contents'
import { printSlip } from '@/components/slip/slip-host'
import { Button } from '@/components/ui/button'
import { formatCount, formatDateTime, formatDay, formatMoney } from '@/lib/format'

interface ReturnItemProps {
  returned: Return
  /** Names the sale, where it is not clear. */
  sale?: ReactNode
  onDelete: () => void
}

/** A return in a list of the sheets: what came back, and what was paid back. */
export function ReturnItem({ returned, sale, onDelete }: ReturnItemProps) {
  const { id, returnDate, lines, totalRefund, shippingRefund, remark } = returned
  const label = `Return ${id}`
  return (
    <article aria-label={label} className="grid gap-2 py-3 text-sm">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5">
        <p className="font-medium">
          {label}
          <span className="font-normal text-muted-foreground">
            {' · '}
            <time dateTime={returnDate}>{formatDay(returnDate)}</time>
          </span>
        </p>
        <p className="text-right font-medium tabular-nums">
          <span className="sr-only">Paid back </span>
          {formatMoney(totalRefund)}
        </p>
        {sale && <div className="col-span-2">{sale}</div>}
        <ul className="col-span-2 text-[0.8125rem] text-muted-foreground">
          {lines.length === 0 && <li>No items came back.</li>}
          {lines.map(({ saleDetailId, quantity, productName, restock }) => (
            <li key={saleDetailId} className="wrap-anywhere">
              {formatCount(quantity)} x {productName}
              {!restock && ', not back into stock'}
            </li>
          ))}
        </ul>
        {shippingRefund > 0 && (
          <p className="col-span-2 text-[0.8125rem] text-muted-foreground tabular-nums">
            Refund {formatMoney(returned.refund)} · Shipping refund {formatMoney(shippingRefund)}
          </p>
        )}
        {remark && (
          <p className="col-span-2 text-[0.8125rem] wrap-anywhere whitespace-pre-wrap">{remark}</p>
        )}
        <p className="col-span-2 text-[0.8125rem] wrap-anywhere text-muted-foreground">
          Recorded <time dateTime={returned.createdAt}>{formatDateTime(returned.createdAt)}</time>{' '}
          by {returned.createdByName}
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          variant="outline"
          aria-label={`Print slip of return ${id}`}
          onClick={() => printSlip(copyOf(returnSlip(returned)))}
        >
          <Printer aria-hidden />
          Print slip
        </Button>
        <Button variant="ghost" size="icon" aria-label={`Delete return ${id}`} onClick={onDelete}>
          <Trash2 aria-hidden />
        </Button>
      </div>
    </article>
  )
}
