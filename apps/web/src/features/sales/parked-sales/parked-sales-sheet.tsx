import type { ParkedSale } from '@stockie/contracts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useRef } from 'react'

import { DetailsSheet, SheetScroll } from '@/components/details-sheet'
import { FormError } from '@/components/form/form-error'
import { FormStatus } from '@/components/form/form-status'
import { ListPlaceholder } from '@/components/list-placeholder'
import { ShowMore, useShownRows } from '@/components/show-more'
import { Button } from '@/components/ui/button'
import { useFocusNextButton } from '@/components/use-focus-next-button'
import type { Party } from '@/lib/drafts/draft'
import { formatCount, formatDateTime, formatTotal } from '@/lib/format'
import { useHeldList } from '@/lib/hooks/use-held-list'
import { haveSamePlaces } from '@/lib/hooks/use-held-value'
import { useOwnChanges } from '@/lib/hooks/use-own-changes'
import { parkedSales } from './parked-sale-requests'
import { hasNothingToPark, resumeSale } from './parking'
import { useParking } from './use-parking'

const pageSize = 50

interface ParkedSalesSheetProps {
  isOpen: boolean
  usual: Party | null
  onClose: () => void
  /** Moves the focus to where the resumed sale goes on. */
  focusStart: () => void
}

/** The parked sales of all tills. */
export function ParkedSalesSheet({ isOpen, usual, onClose, focusStart }: ParkedSalesSheetProps) {
  const isResumed = useRef(false)
  const isBusy = useRef(false)

  function moveFocus() {
    if (!isResumed.current) return false
    // The sheet stays mounted until it opens again.
    isResumed.current = false
    focusStart()
    return true
  }

  return (
    <DetailsSheet
      title="Parked sales"
      description="Of all tills, the newest first. A sale can be resumed once."
      isOpen={isOpen}
      moveFocus={moveFocus}
      // Whether the sale is resumed must be known before the user goes on.
      onClose={() => !isBusy.current && onClose()}
    >
      <ParkedSalesList
        usual={usual}
        onBusy={(now) => (isBusy.current = now)}
        onResumed={() => {
          isResumed.current = true
          onClose()
        }}
      />
    </DetailsSheet>
  )
}

interface ParkedSalesListProps {
  usual: Party | null
  onBusy: (isBusy: boolean) => void
  onResumed: () => void
}

function ParkedSalesList({ usual, onBusy, onResumed }: ParkedSalesListProps) {
  const parked = useQuery(parkedSales.list())
  // The buttons stay below the pointer while other tills park and resume.
  const { list, areaRef } = useHeldList(parked.data, {
    isSamePlaces: (shown, next) => haveSamePlaces(shown, next, keyOf),
    isOwnChange: useOwnChanges(parked),
  })
  const { shown, more } = useShownRows(list ?? [], pageSize)
  const resuming = useParking({
    usual,
    action: resumeSale,
    success: 'Sale resumed.',
    hint: 'It may already have been resumed. Resume it again to get it.',
  })
  const removal = useMutation(parkedSales.remove)
  const focus = useFocusNextButton()
  const isBusy = resuming.isBusy || removal.isPending

  async function resume(sale: ParkedSale) {
    if (isBusy) return
    onBusy(true)
    const isDone = await resuming.run({ id: sale.id, label: labelOf(sale) })
    onBusy(false)
    if (isDone) onResumed()
  }

  return (
    <SheetScroll label="Parked sales">
      <div className="grid gap-3 py-4 empty:hidden">
        {!hasNothingToPark(resuming.draft) && (
          <p className="text-sm text-muted-foreground">
            Resuming a sale parks the one that is open.
          </p>
        )}
        <FormError message={resuming.message} />
        <FormStatus isBusy={resuming.isBusy} stop={resuming.stop} />
      </div>
      {list ? (
        <div {...focus} aria-busy={isBusy} className="outline-none">
          {list.length === 0 && (
            <p className="py-10 text-center text-sm text-muted-foreground">No parked sales.</p>
          )}
          <ul ref={areaRef} aria-label="Parked sales" className="divide-y">
            {shown.map((sale) => (
              <li key={sale.id}>
                <ParkedSaleItem
                  sale={sale}
                  isBusy={isBusy}
                  onResume={() => void resume(sale)}
                  onDelete={() => !isBusy && removal.mutate(sale.id)}
                />
              </li>
            ))}
          </ul>
          <ShowMore {...more} />
        </div>
      ) : (
        <ListPlaceholder
          list={parked}
          loading="Loading parked sales..."
          failure="Failed to load parked sales."
        />
      )}
    </SheetScroll>
  )
}

const keyOf = ({ id }: ParkedSale) => id

function labelOf({ name, customerName, id }: ParkedSale) {
  return name ?? customerName ?? `Parked sale ${id}`
}

const namedProducts = 3

/** Tells sales apart that have neither a name nor a customer. */
function describeProducts(details: ParkedSale['saleDetails']) {
  const names = details.slice(0, namedProducts).map(({ productName }) => productName)
  const others = details.length - names.length
  if (details.length === 0) return 'No products'
  return others > 0 ? `${names.join(', ')} and ${formatCount(others)} more` : names.join(', ')
}

interface ParkedSaleItemProps {
  sale: ParkedSale
  isBusy: boolean
  onResume: () => void
  onDelete: () => void
}

function ParkedSaleItem({ sale, isBusy, onResume, onDelete }: ParkedSaleItemProps) {
  const { name, customerName, saleDetails, totalAmount, createdAt, createdByName } = sale
  const label = labelOf(sale)
  const facts = [
    ...(name !== null && customerName !== null ? [customerName] : []),
    describeProducts(saleDetails),
  ]
  return (
    <article className="grid gap-3 py-4 text-sm">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
        <h3 className="font-medium wrap-anywhere">{label}</h3>
        <p className="font-medium tabular-nums">{formatTotal(totalAmount)}</p>
        <p className="col-span-2 wrap-anywhere text-muted-foreground">{facts.join(' · ')}</p>
        <p className="col-span-2 wrap-anywhere text-muted-foreground">
          {formatDateTime(createdAt)} by {createdByName}
        </p>
      </div>
      <div className="flex gap-2">
        {/* Neither button is `disabled`, which would drop the focus. */}
        <Button
          variant="outline"
          aria-disabled={isBusy}
          aria-label={`Resume ${label}`}
          onClick={onResume}
        >
          Resume
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-disabled={isBusy}
          aria-label={`Delete ${label}`}
          onClick={onDelete}
        >
          <Trash2 aria-hidden />
        </Button>
      </div>
    </article>
  )
}
