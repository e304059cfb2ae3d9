import { type ChangeSince, changesSince } from '@stockie/contracts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { DetailsSheet, SheetScroll } from '@/components/details-sheet'
import { ListPlaceholder } from '@/components/list-placeholder'
import { ShowMore } from '@/components/show-more'
import { pagedRequests, pagesOf } from '@/lib/api/paged-requests'
import { type DateRange, formatRange } from '@/lib/date-ranges'
import { formatDay } from '@/lib/format'
import { useHeldList } from '@/lib/hooks/use-held-list'
import { haveSamePlaces } from '@/lib/hooks/use-held-value'
import { FiguresCheck } from '@/components/figures/figures-check'
import { reports } from '@/resources/reports'
import { ChangeItem } from './change-item'
import { addUpToChange, type BothSummaries, ChangedTotals } from './changed-totals'

interface ChangesSheetProps {
  range: DateRange
  asOf: string
  isOpen: boolean
  onClose: () => void
}

/** The changes of the totals since they were known, and how they add up. */
export function ChangesSheet({ range, asOf, isOpen, onClose }: ChangesSheetProps) {
  return (
    <DetailsSheet
      title="What changed since"
      description={`Changes to the figures of ${formatRange(range)} after ${formatDay(asOf)}, newest first.`}
      isOpen={isOpen}
      onClose={onClose}
    >
      <Changes range={range} asOf={asOf} />
    </DetailsSheet>
  )
}

interface Loaded extends BothSummaries {
  rows: readonly ChangeSince[]
  total: number
}

function Changes({ range: { from, to }, asOf }: Pick<ChangesSheetProps, 'range' | 'asOf'>) {
  const known = useQuery(reports.profitSummary({ from, to, asOf }))
  const now = useQuery(reports.profitSummary({ from, to }))
  const changes = useInfiniteQuery(changesSinceDay({ from, to }, asOf))
  const latest = useMemo<Loaded | undefined>(
    () =>
      changes.data &&
      known.data &&
      now.data && { ...changes.data, known: known.data, now: now.data },
    [changes.data, known.data, now.data],
  )
  // The links stay below the pointer.
  const { list, areaRef } = useHeldList(latest, { isSamePlaces: hasSamePlaces })
  if (!list) {
    const parts = [known, now, changes]
    const query = {
      isError: parts.some(({ isError, data }) => isError && !data),
      refetch: () => parts.forEach((part) => part.data ?? void part.refetch()),
    }
    return (
      <ListPlaceholder list={query} loading="Loading changes..." failure={reports.loadFailure} />
    )
  }

  const { rows, total } = list
  const agrees = rows.length < total ? null : addUpToChange(rows, list)
  return (
    <SheetScroll label="Changes">
      <div className="grid gap-4 pt-5 pb-4">
        <ChangedTotals {...list} />
        {rows.length < total && (
          <p className="text-sm text-muted-foreground">
            Show all changes to check that they add up.
          </p>
        )}
        {total === 0 && agrees ? (
          <p className="py-6 text-center text-sm text-muted-foreground">Nothing changed since.</p>
        ) : (
          <FiguresCheck
            agrees={agrees}
            difference="The list does not add up to the change: something has changed meanwhile."
          >
            The list below adds up to the change.
          </FiguresCheck>
        )}
      </div>
      <div ref={areaRef}>
        <ol aria-label="Changes" className="border-t empty:hidden">
          {rows.map((change) => (
            <ChangeItem key={changeKey(change)} change={change} />
          ))}
        </ol>
      </div>
      <ShowMore list={pagesOf(changes)} shown={rows.length} total={total} />
    </SheetScroll>
  )
}

function hasSamePlaces(shown: Loaded, next: Loaded) {
  return haveSamePlaces(shown.rows, next.rows, changeKey)
}

/** What changed the totals of the days since the end of the day `asOf`, newest first. */
function changesSinceDay({ from, to }: DateRange, asOf: string) {
  return pagedRequests<ChangeSince>({
    path: changesSince.path,
    query: { startDate: from, endDate: to, asOf },
    pageSize: 100,
    keyOf: changeKey,
    failure: reports.loadFailure,
  })
}

function changeKey({ key }: ChangeSince) {
  return key
}
