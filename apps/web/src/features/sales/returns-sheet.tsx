import type { Sale } from '@stockie/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { DetailsSheet, SheetScroll } from '@/components/details-sheet'
import { ListPlaceholder } from '@/components/list-placeholder'
import { Button } from '@/components/ui/button'
import { type DateRange, formatRange } from '@/lib/date-ranges'
import { formatCount, formatMoney } from '@/lib/format'
import { useBusy } from '@/lib/hooks/use-busy'
import { useIsMounted } from '@/lib/hooks/use-is-mounted'
import { sales } from '@/resources/sales'
import { ReturnList } from './returns/return-list'
import { returns, totalRefundOf } from './returns/return-requests'
import { SaleSheet } from './sale-sheet'

interface ReturnsSheetProps {
  range: DateRange
  isOpen: boolean
  onClose: () => void
}

/** The returns of the days that the list shows. */
export function ReturnsSheet({ range, isOpen, onClose }: ReturnsSheetProps) {
  const [sale, setSale] = useState<Sale | null>(null)
  const [isSaleOpen, setIsSaleOpen] = useState(false)

  function open(opened: Sale) {
    setSale(opened)
    setIsSaleOpen(true)
  }

  function close() {
    // A key that follows at once may come before the sheet above listens to it.
    if (isSaleOpen) setIsSaleOpen(false)
    else onClose()
  }

  return (
    <>
      <DetailsSheet
        title="Returns"
        description={`Recorded for ${formatRange(range)}, newest first.`}
        isOpen={isOpen}
        onClose={close}
      >
        <ReturnsOfDays range={range} onOpen={open} />
      </DetailsSheet>
      {sale && <SaleSheet sale={sale} isOpen={isSaleOpen} onClose={() => setIsSaleOpen(false)} />}
    </>
  )
}

interface ReturnsOfDaysProps {
  range: DateRange
  onOpen: (sale: Sale) => void
}

function ReturnsOfDays({ range, onOpen }: ReturnsOfDaysProps) {
  const query = useQuery(returns.ofDays(range))
  const { data } = query
  const { openSale, isBusy } = useSaleOpener(onOpen)
  if (!data) {
    return (
      <ListPlaceholder list={query} loading="Loading returns..." failure={returns.loadFailure} />
    )
  }
  return (
    <>
      <SheetScroll label="Returns">
        <ReturnList
          query={query}
          empty="No returns on these days."
          renderSale={({ saleId, customerName }) => (
            <p className="wrap-anywhere">
              {customerName} ·{' '}
              <Button
                variant="link"
                size="text"
                aria-disabled={isBusy}
                className="relative text-sm after:absolute after:-inset-x-1 after:-inset-y-2"
                onClick={() => void openSale(saleId)}
              >
                Sale {saleId}
              </Button>
            </p>
          )}
        />
      </SheetScroll>
      {data.length > 0 && (
        <footer className="flex items-baseline justify-between gap-4 border-t px-6 py-4 text-sm font-semibold">
          <span>
            {formatCount(data.length)} {data.length === 1 ? 'return' : 'returns'}
          </span>
          <span className="tabular-nums">Paid back {formatMoney(totalRefundOf(data))}</span>
        </footer>
      )}
    </>
  )
}

/** Loads a sale, which may be of other days than the list, and opens it if the list is still open. */
function useSaleOpener(onOpen: (sale: Sale) => void) {
  const client = useQueryClient()
  const isMounted = useIsMounted()
  const { isBusy, begin, end } = useBusy()

  async function openSale(saleId: number) {
    if (!begin()) return
    try {
      const sale = await client.fetchQuery({
        ...sales.one(saleId),
        meta: { failure: 'Failed to load the sale. Please try again.' },
      })
      if (isMounted.current) onOpen(sale)
    } catch {
      // The query shows a toast.
    }
    end()
  }

  return { isBusy, openSale }
}
