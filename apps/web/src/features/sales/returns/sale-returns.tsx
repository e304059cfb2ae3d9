import { refundsLeft, type Return } from '@stockie/contracts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useId, useState } from 'react'

import { lazyDialog } from '@/components/lazy/lazy-dialog'
import { ListPlaceholder } from '@/components/list-placeholder'
import { Button } from '@/components/ui/button'
import { formatCount } from '@/lib/format'
import type { ListedSale } from '@/resources/sales'
import { ReturnList } from './return-list'
import { returns } from './return-requests'

const ReturnDialog = lazyDialog(() => import('./return-dialog').then((file) => file.ReturnDialog))

interface SaleReturnsProps {
  query: UseQueryResult<Return[]>
}

/** The returns of a sale, in its details. */
export function SaleReturns({ query }: SaleReturnsProps) {
  const titleId = useId()
  const { data } = query
  return (
    <section aria-labelledby={titleId}>
      <header className="sticky top-0 flex items-baseline justify-between border-y bg-popover py-2.5 text-sm">
        <h3 id={titleId} className="font-semibold">
          Returns
        </h3>
        <p className="text-muted-foreground tabular-nums">{data && formatCount(data.length)}</p>
      </header>
      {data ? (
        <ReturnList query={query} empty="No items of this sale were returned." />
      ) : (
        <ListPlaceholder list={query} loading="Loading returns..." failure={returns.loadFailure} />
      )}
    </section>
  )
}

interface ReturnButtonProps {
  sale: ListedSale
  lines: ListedSale['saleDetails']
  made: readonly Return[] | undefined
}

/** Opens the form that takes items back or only pays something back. It says so if nothing is left. */
export function ReturnButton({ sale, lines, made }: ReturnButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const reasonId = useId()
  const reason = lines && made && reasonForNone(sale, lines, made)
  const isUsable = lines !== undefined && made !== undefined && reason === undefined
  return (
    <>
      {reason !== undefined && (
        <p id={reasonId} className="mr-auto text-sm text-muted-foreground">
          {reason}
        </p>
      )}
      <Button
        variant="outline"
        // Not `disabled`, which would drop the focus.
        aria-disabled={!isUsable}
        aria-describedby={reason === undefined ? undefined : reasonId}
        onClick={() => isUsable && setIsOpen(true)}
      >
        <Undo2 aria-hidden />
        Return items
      </Button>
      {isOpen && lines && made && (
        <ReturnDialog
          sale={{ ...sale, saleDetails: lines }}
          returns={made}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

function reasonForNone(
  sale: ListedSale,
  lines: NonNullable<ReturnButtonProps['lines']>,
  made: readonly Return[],
) {
  if (lines.length === 0) return 'This sale has no items.'
  const sold = countUnits(lines)
  const returned = countUnits(made.flatMap((each) => each.lines))
  const { goods, shipping } = refundsLeft(sale, made)
  const isAnythingLeft = returned < sold || goods > 0 || shipping > 0
  return isAnythingLeft ? undefined : 'Nothing is left to return or to pay back.'
}

function countUnits(lines: readonly { quantity: number }[]) {
  return lines.reduce((units, { quantity }) => units + quantity, 0)
}
