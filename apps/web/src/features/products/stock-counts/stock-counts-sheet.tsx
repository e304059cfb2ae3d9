import type { StockCount } from '@stockie/contracts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus, Printer } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'

import { Badge } from '@/components/badge'
import type { ChosenRows } from '@/components/data-table/use-data-table'
import { DetailsSheet, SheetScroll } from '@/components/details-sheet'
import { lazyDialog } from '@/components/lazy/lazy-dialog'
import { ListPlaceholder } from '@/components/list-placeholder'
import { ShowMore } from '@/components/show-more'
import { Button } from '@/components/ui/button'
import { pagesOf } from '@/lib/api/paged-requests'
import { useStore } from '@/lib/external-store'
import { formatCount, formatDateTime } from '@/lib/format'
import { useSession } from '@/lib/session/session-store'
import { CountSheet } from './count-sheet'
import {
  describeChoice,
  describeDifferences,
  describeProgress,
  hidesDifferences,
  nameCount,
  stateNames,
  titleOf,
} from './count-texts'
import { hasUnsentNumbers, numberSenderOf, tabNumbers } from './numbers/number-sender'
import { PrintedCounts } from './printed-count'
import { stockCounts } from './stock-count-requests'

const StartCountDialog = lazyDialog(() =>
  import('./start-count-dialog').then((file) => file.StartCountDialog),
)

interface StockCountsSheetProps {
  /** The rows of the list behind the sheet, if the user has selected or filtered them. */
  chosen: ChosenRows | undefined
  isOpen: boolean
  onClose: () => void
}

/** The counts of the stock, newest first, and the way to a new one. */
export function StockCountsSheet({ chosen, isOpen, onClose }: StockCountsSheetProps) {
  const [count, setCount] = useState<StockCount | null>(null)
  const [isCountOpen, setIsCountOpen] = useState(false)
  const [isStarting, setIsStarting] = useState(false)

  function open(opened: StockCount) {
    setIsStarting(false)
    setCount(opened)
    setIsCountOpen(true)
  }

  function close() {
    // A key that follows at once may come before the sheet above listens to it.
    if (isCountOpen) setIsCountOpen(false)
    else onClose()
  }

  return (
    <>
      <DetailsSheet
        title="Count stock"
        description="Compare what is there with what the books say, and correct the stock."
        isOpen={isOpen}
        onClose={close}
      >
        <CountList onOpen={open} onStart={() => setIsStarting(true)} />
      </DetailsSheet>
      {isStarting && (
        <StartCountDialog chosen={chosen} onStarted={open} onClose={() => setIsStarting(false)} />
      )}
      {count && (
        <CountSheet
          id={count.id}
          name={count.name}
          isOpen={isCountOpen}
          onClose={() => setIsCountOpen(false)}
        />
      )}
    </>
  )
}

interface CountListProps {
  onOpen: (count: StockCount) => void
  onStart: () => void
}

function CountList({ onOpen, onStart }: CountListProps) {
  const query = useInfiniteQuery(stockCounts.list)
  const rows = query.data?.rows
  const [isPrinting, setIsPrinting] = useState(false)
  const canPrint = rows !== undefined && rows.length > 0
  return (
    <>
      <SheetScroll label="Stock counts">
        {!rows && (
          <ListPlaceholder
            list={query}
            loading="Loading the counts..."
            failure={stockCounts.listFailure}
          />
        )}
        {rows?.length === 0 && (
          <p className="py-10 text-center text-sm text-muted-foreground">
            Nothing was counted yet. Start a count with a phone, a scanner or on paper.
          </p>
        )}
        <ul aria-label="Stock counts" className="divide-y">
          {rows?.map((count) => (
            <li key={count.id}>
              <CountItem count={count} onOpen={() => onOpen(count)} />
            </li>
          ))}
        </ul>
        {rows && <ShowMore list={pagesOf(query)} shown={rows.length} total={query.data?.total} />}
      </SheetScroll>
      <footer className="flex flex-wrap justify-end gap-2 border-t px-6 py-4">
        <Button
          variant="outline"
          aria-disabled={!canPrint}
          onClick={() => canPrint && setIsPrinting(true)}
        >
          <Printer aria-hidden />
          Print
        </Button>
        <Button onClick={onStart}>
          <Plus aria-hidden />
          Start a count
        </Button>
      </footer>
      {isPrinting && rows && (
        <PrintedCounts
          counts={rows}
          total={query.data?.total ?? rows.length}
          onPrinted={() => setIsPrinting(false)}
        />
      )}
    </>
  )
}

/** Numbers of an earlier page that are not stored yet, or that wait for a choice. Sends what can be sent. */
function UnsentNote({ userId, countId }: { userId: number; countId: number }) {
  const sender = numberSenderOf(userId, countId)
  const { length } = useStore(sender.store).numbers
  useEffect(() => sender.watch(), [sender])
  if (length === 0) return null
  return (
    <p className="text-warning">
      {length === 1 ? '1 number is' : `${formatCount(length)} numbers are`} not saved
    </p>
  )
}

function CountItem({ count, onOpen }: { count: StockCount; onOpen: () => void }) {
  const session = useSession()
  const userId = session.authState === 'Success' ? session.id : 0
  const hasUnsent = useSyncExternalStore(tabNumbers.subscribe, () =>
    hasUnsentNumbers(userId, count.id),
  )
  const isRunning = count.state === 'open' || count.state === 'finished'
  const action = isRunning ? 'Continue' : 'Show'
  return (
    <article
      aria-label={titleOf(count)}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-4 text-sm"
    >
      <div className="grid gap-0.5">
        <h3 className="flex flex-wrap items-center gap-2 font-semibold">
          <span className="min-w-0 wrap-anywhere">{titleOf(count)}</span>
          <Badge>{stateNames[count.state]}</Badge>
        </h3>
        <p className="text-muted-foreground tabular-nums">
          {isRunning ? describeProgress(count) : describeChoice(count)}
        </p>
        {!hidesDifferences(count) && (
          <p className="text-muted-foreground tabular-nums">{describeDifferences(count)}</p>
        )}
        {hasUnsent && <UnsentNote userId={userId} countId={count.id} />}
        <p className="text-[0.8125rem] wrap-anywhere text-muted-foreground">
          {formatDateTime(count.createdAt)} by {count.createdByName}
        </p>
      </div>
      <Button
        variant="outline"
        aria-label={`${action} ${nameCount(count).toLowerCase()}`}
        onClick={onOpen}
      >
        {action}
      </Button>
    </article>
  )
}
