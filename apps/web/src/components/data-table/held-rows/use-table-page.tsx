import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'

import { haveSamePlaces, useHeldValue } from '@/lib/hooks/use-held-value'
import { memoizeImport } from '@/lib/lazy-import'
import type { RowIndex } from '@/lib/rows/row-index'
import { runInSlices, runWhenIdle } from '@/lib/rows/step-scheduler'
import { findTablePage, type TablePage, type TablePageRequest } from '@/lib/rows/table-page'

/** The page that was found for a request, in these rows. */
export interface FoundPage<Row> {
  index: RowIndex<Row>
  request: TablePageRequest
  page: TablePage<Row>
}

const noIds: ReadonlySet<number> = new Set()
const noRows: never[] = []

const loadWaitingRows = memoizeImport(() => import('./waiting-rows'))

/** Fetched when rows wait for the first time. Until then the old rows stay, without a note. */
function useWaitingRows(isWaiting: boolean) {
  const [file, setFile] = useState<Awaited<ReturnType<typeof loadWaitingRows>>>()
  useEffect(() => {
    if (isWaiting) void loadWaitingRows().then(setFile, () => {})
  }, [isWaiting])
  return isWaiting ? file : undefined
}

interface TablePageOptions<Row> {
  index: RowIndex<Row> | undefined
  request: TablePageRequest
  getId: (row: Row) => number
  /** The rows answer an action of this user. */
  isOwnChange: boolean
}

/**
 * Finds the requested page and keeps the previous one until then. A small result is ready before the
 * next paint; a superseded result is never shown. Rows that others changed wait while the user
 * points at one of the shown rows.
 */
export function useTablePage<Row>(options: TablePageOptions<Row>) {
  const { index, request, getId, isOwnChange } = options
  const held = useHeldValue<FoundPage<Row>>(
    (shown, next) => haveSamePlaces(shown.page.rows, next.page.rows, getId),
    isOwnChange,
  )
  const { shown, waiting, receive, clear, release, areaRef } = held
  const mustShow = useRef(false)

  const noteAction = useEffectEvent(() => {
    // Stays true until a page is found: newer rows may supersede those of the action.
    mustShow.current ||= isOwnChange || shown?.request !== request
  })
  useLayoutEffect(() => {
    // Without an index other rows are loading, of a new date range for example. Drop the old page.
    if (!index) return clear()
    noteAction()
    return runInSlices(findTablePage(index, request), (page) => {
      receive({ index, request, page }, mustShow.current)
      mustShow.current = false
    })
  }, [index, request, receive, clear])
  const latest = waiting ?? shown
  const isCurrent = latest !== null && latest.index === index && latest.request === request
  useEffect(() => (index && isCurrent ? runWhenIdle(index.prepare) : undefined), [index, isCurrent])

  const waitingRows = useWaitingRows(waiting !== null)
  const kept = useMemo(
    () => shown && waiting && waitingRows?.keepRows(shown, waiting, getId),
    [shown, waiting, waitingRows, getId],
  )
  return {
    found: index ? shown : null,
    isCurrent,
    /** The rows to show, each in its newest version. */
    rows: kept?.rows ?? shown?.page.rows ?? noRows,
    /** The ids of rows that no longer exist. They stay until the user has left. */
    removed: kept?.removed ?? noIds,
    note: kept && waitingRows && (
      <waitingRows.WaitingNote added={kept.added} removed={kept.removed.size} onShow={release} />
    ),
    areaRef,
  }
}
