import type { DocumentKind } from '@stockie/contracts'
import type { ReactNode } from 'react'

import { formatDay, formatMoney } from '@/lib/format'

import { DocumentLink } from './document-link'

const names = { sale: 'Sale', purchase: 'Purchase' }

interface DocumentItemProps {
  kind: DocumentKind
  id: number
  day: string
  /** What follows the day. */
  about: string
  amount: number
  /** The units behind the amount. */
  units: ReactNode
}

/** A sale or a purchase in the list of a sheet. A click anywhere opens it. */
export function DocumentItem({ kind, id, day, about, amount, units }: DocumentItemProps) {
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b py-3 text-sm last:border-b-0">
      <DocumentLink kind={kind} id={id} day={day}>
        {`${names[kind]} ${id}`}
      </DocumentLink>
      <span className="text-right font-medium tabular-nums">{formatMoney(amount)}</span>
      <span className="text-[0.8125rem] wrap-anywhere text-muted-foreground">
        <time dateTime={day}>{formatDay(day)}</time> · {about}
      </span>
      <span className="text-right text-[0.8125rem] text-muted-foreground tabular-nums">
        {units}
      </span>
    </li>
  )
}
