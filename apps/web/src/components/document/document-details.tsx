import type { Purchase } from '@stockie/contracts'
import type { ReactNode } from 'react'

import { RecordHistory } from '@/components/activity/record-history'
import { cn } from '@/lib/cn'
import { formatCount, formatDateTime, formatMoney, valueOrNA } from '@/lib/format'
import type { RecordedDocument } from './recording-columns'

/** The lines of a sale have more. */
type Lines = Purchase['purchaseDetails']

interface DocumentDetailsProps {
  /** The name of the document, such as 'Sale 12'. */
  label: string
  record: { resource: 'sales' | 'purchases'; id: number }
  /** A fact without a value shows N/A. */
  facts: { title: string; value: ReactNode }[]
  /** `count` is shown until there are lines. */
  items: { title: string; lines: Lines | undefined; count?: number; empty: string }
  /** Is shown until there are lines. */
  children?: ReactNode
  /** Below the items. */
  below?: ReactNode
}

/** The contents of a sale or a purchase, which scroll within their own area. */
export function DocumentDetails(props: DocumentDetailsProps) {
  const { label, record, facts, items, children, below } = props
  const { title: itemsTitle, lines, count = lines?.length, empty } = items
  return (
    <section
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 pb-6 outline-none focus-visible:ring-[3px] focus-visible:ring-ring/60 focus-visible:ring-inset"
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2.5 py-5 text-sm">
        {facts.map(({ title, value }) => (
          <div key={title} className="col-span-full grid grid-cols-subgrid">
            <dt className="text-muted-foreground">{title}</dt>
            <dd
              className={cn('wrap-anywhere whitespace-pre-wrap', !value && 'text-muted-foreground')}
            >
              {value || valueOrNA(null)}
            </dd>
          </div>
        ))}
      </dl>
      <header className="sticky top-0 flex items-baseline justify-between border-y bg-popover py-2.5 text-sm">
        <h3 className="font-semibold">{itemsTitle}</h3>
        <p className="text-muted-foreground tabular-nums">
          {count !== undefined && formatCount(count)}
        </p>
      </header>
      {children}
      {lines?.length === 0 && <p className="py-6 text-sm text-muted-foreground">{empty}</p>}
      {lines && lines.length > 0 && (
        <ol>
          {lines.map((line, index) => (
            // Lines have no id, and two may have the same product. The order never changes.
            // oxlint-disable-next-line react/no-array-index-key
            <DocumentItem key={index} line={line} />
          ))}
        </ol>
      )}
      {below}
      <RecordHistory {...record} />
    </section>
  )
}

function DocumentItem({ line }: { line: Lines[number] }) {
  const { productName, quantity, price, total } = line
  return (
    <li className="flex items-start justify-between gap-4 border-b py-3 text-sm last:border-b-0">
      <div className="grid min-w-0 gap-0.5">
        <p className="font-medium wrap-anywhere">{productName}</p>
        <p className="text-[0.8125rem] text-muted-foreground tabular-nums">
          {formatCount(quantity)} x {formatMoney(price)}
        </p>
      </div>
      <p className="font-medium tabular-nums">{formatMoney(total)}</p>
    </li>
  )
}

/** When a document was recorded, and by whom. */
export function recordingFact({ createdAt, createdByName }: RecordedDocument) {
  return { title: 'Recorded', value: `${formatDateTime(createdAt)} by ${createdByName}` }
}
