import type { ReorderRow } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { DetailsSheet, SheetScroll } from '@/components/details-sheet'
import { ListPlaceholder } from '@/components/list-placeholder'
import { ShowMore, useShownRows } from '@/components/show-more'
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
import { type ReorderChoices, useReorderChoices } from './use-reorder-choices'

const pageSize = 100

interface ReorderSheetProps {
  isOpen: boolean
  /** Set on the screen of the purchase: shows it by closing the sheet. Elsewhere a link leads to it. */
  onShowPurchase?: () => void
  onClose: () => void
}

/** The products to buy, grouped by supplier, and the reasons of stock changed by hand. */
export function ReorderSheet({ isOpen, onShowPurchase, onClose }: ReorderSheetProps) {
  return (
    <DetailsSheet
      title="Reorder"
      description="Products at or below their level, or that run out soon."
      isOpen={isOpen}
      onClose={onClose}
    >
      <ReorderTabs onShowPurchase={onShowPurchase} />
    </DetailsSheet>
  )
}

/** Holds what the user typed and ticked, because only the chosen tab is mounted. */
function ReorderTabs({ onShowPurchase }: Pick<ReorderSheetProps, 'onShowPurchase'>) {
  const [coverDays, setCoverDays] = useState<number>()
  const choices = useReorderChoices()
  const list = (
    <>
      <CoverField value={coverDays} onChange={setCoverDays} />
      <SheetScroll label="Products to reorder">
        <ReorderList key={coverDays ?? 'shop'} coverDays={coverDays} choices={choices} />
      </SheetScroll>
      <DraftNote onShowPurchase={onShowPurchase} />
    </>
  )
  return (
    <Tabs
      label="Reorder"
      tabs={[
        { title: 'To buy', name: 'list', content: list },
        { title: 'Adjustments', content: <Adjustments /> },
      ]}
    />
  )
}

function Adjustments() {
  const summary = useQuery(adjustmentSummary())
  return (
    <SheetScroll label="Adjustments">
      <AdjustmentSummary summary={summary} />
    </SheetScroll>
  )
}

interface ReorderListProps {
  coverDays: number | undefined
  choices: ReorderChoices
}

function ReorderList({ coverDays, choices }: ReorderListProps) {
  const query = useQuery(reorderList.list(coverDays))
  // The rows stay below the pointer while tills sell.
  const { list, areaRef } = useHeldList(query.data, {
    isSamePlaces: (shown, next) => haveSamePlaces(shown, next, ({ productId }) => productId),
    isOwnChange: useOwnChanges(query),
  })
  const groups = groupBySupplier(list ?? [])
  const { shown, more } = useShownRows(
    groups.flatMap(({ rows }) => rows),
    pageSize,
  )
  const shownRows = new Set(shown)
  if (!list) {
    return (
      <ListPlaceholder
        list={query}
        loading="Loading products to reorder..."
        failure={reorderList.failure}
      />
    )
  }
  return (
    <div ref={areaRef}>
      {list.length === 0 && (
        <p className="py-10 text-center text-sm text-muted-foreground">
          Nothing to reorder. Every product is above its level and lasts long enough.
        </p>
      )}
      {groups
        .map((group) => ({ ...group, shown: group.rows.filter((row) => shownRows.has(row)) }))
        .filter((group) => group.shown.length > 0)
        .map((group) => (
          <SupplierGroup key={group.supplier?.id ?? 0} {...group} choices={choices} />
        ))}
      <ShowMore {...more} />
    </div>
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
