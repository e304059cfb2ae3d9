import type { ProductLine } from '@stockie/contracts'
import type { ReactNode } from 'react'

import { formatDay, formatMoney } from '@/lib/format'

import { DocumentLink } from './document-link'
import { ReturnedMark } from './returned-mark'

const names = { sale: 'Sale', return: 'Return of sale', purchase: 'Purchase' }

interface DocumentItemProps {
  kind: ProductLine['kind']
  /** A return has the number of its sale. */
  id: number
  day: string
  /** The day of the document that the link opens, if it is another one. */
  documentDay?: string
  /** What follows the day. */
  about: string
  amount: number
  /** What the returns of a sale paid back. */
  returnedAmount?: number | undefined
  /** The units behind the amount. */
  units: ReactNode
}

/** A sale, a return or a purchase in the list of a sheet. A click anywhere opens the sale or the purchase. */
export function DocumentItem(props: DocumentItemProps) {
  const { kind, id, day, documentDay = day, about, amount, returnedAmount = 0, units } = props
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b py-3 text-sm last:border-b-0">
      <DocumentLink kind={kind === 'purchase' ? 'purchase' : 'sale'} id={id} day={documentDay}>
        {`${names[kind]} ${id}`}
      </DocumentLink>
      <span className="text-right font-medium tabular-nums">
        {formatMoney(amount)}
        <ReturnedMark amount={returnedAmount} />
      </span>
      <span className="text-[0.8125rem] wrap-anywhere text-muted-foreground">
        <time dateTime={day}>{formatDay(day)}</time> · {about}
      </span>
      <span className="text-right text-[0.8125rem] text-muted-foreground tabular-nums">
        {units}
      </span>
    </li>
  )
}
