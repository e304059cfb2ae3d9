import type { ReorderRow } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { DetailsSheet, SheetScroll } from '@/components/details-sheet'
import { ListPlaceholder } from '@/components/list-placeholder'
import { adjustmentSummary } from '@/components/stock/adjustment-requests'
import { AdjustmentSummary } from '@/components/stock/adjustment-summary'
import { Tabs } from '@/components/tabs'
import { useHeldList } from '@/lib/hooks/use-held-list'
import { haveSamePlaces } from '@/lib/hooks/use-held-value'
import { useOwnChanges } from '@/lib/hooks/use-own-changes'
import { CoverField } from './cover-field'
import { DraftNote } from './draft-note'
import { reorderList } from './reorder-requests'
import { SupplierGroup } from './supplier-group'
import { useReorderChoices } from './use-reorder-choices'

interface ReorderSheetProps {
  isOpen: boolean
  /** Set on the screen of the purchase: shows it by closing the sheet. Elsewhere a link leads to it. */
  onShowPurchase?: () => void
  onClose: () => void
}

/** What to buy, grouped by supplier. */
export function ReorderSheet({ isOpen, onShowPurchase, onClose }: ReorderSheetProps) {
  return (
    <DetailsSheet
      title="Reorder"
      description="Products at or below their level, or that run out soon."
      isOpen={isOpen}
      onClose={onClose}
    >
      <Tabs
        label="Reorder"
        tabs={[
          { title: 'To buy', content: <ReorderList onShowPurchase={onShowPurchase} /> },
          { title: 'Adjustments', content: <Adjustments /> },
        ]}
      />
    </DetailsSheet>
  )
}

/** Why the stock of all products was changed by hand. */
function Adjustments() {
  const summary = useQuery(adjustmentSummary())
  return (
    <SheetScroll label="Adjustments">
      <AdjustmentSummary summary={summary} />
    </SheetScroll>
  )
}

function ReorderList({ onShowPurchase }: Pick<ReorderSheetProps, 'onShowPurchase'>) {
  const [coverDays, setCoverDays] = useState<number>()
  const query = useQuery({
    ...reorderList.list(coverDays),
    // The rows stay until those of another number of days have arrived.
    placeholderData: (before) => before,
  })
  const isOwnChange = useOwnChanges(query) || query.isPlaceholderData
  // The rows stay below the pointer while tills sell.
  const { list, areaRef } = useHeldList(query.data, {
    isSamePlaces: (shown, next) => haveSamePlaces(shown, next, ({ productId }) => productId),
    isOwnChange,
  })
  const choices = useReorderChoices()
  return (
    <>
      <CoverField value={coverDays} onChange={setCoverDays} />
      <SheetScroll label="Products to reorder">
        {list ? (
          <div ref={areaRef} aria-busy={query.isPlaceholderData}>
            {list.length === 0 && (
              <p className="py-10 text-center text-sm text-muted-foreground">
                Nothing to reorder. Every product is above its level and lasts long enough.
              </p>
            )}
            {groupBySupplier(list).map((group) => (
              <SupplierGroup key={group.supplier?.id ?? 0} {...group} choices={choices} />
            ))}
          </div>
        ) : (
          <ListPlaceholder
            list={query}
            loading="Loading products to reorder..."
            failure={reorderList.failure}
          />
        )}
      </SheetScroll>
      <DraftNote onShowPurchase={onShowPurchase} />
    </>
  )
}

/** The supplier whose products run out first is at the top, and products without one at the end. */
function groupBySupplier(rows: readonly ReorderRow[]) {
  const groups = new Map<number, ReorderRow[]>()
  for (const row of rows) {
    const id = row.supplierId ?? 0
    const group = groups.get(id)
    if (group) group.push(row)
    else groups.set(id, [row])
  }
  return [...groups]
    .toSorted(([one], [other]) => Number(one === 0) - Number(other === 0))
    .map(([id, ofGroup]) => ({
      supplier: id === 0 ? null : { id, name: ofGroup[0]?.supplierName ?? '' },
      rows: ofGroup,
    }))
}
