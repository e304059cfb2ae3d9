import { managementRoles, type StockCountDetail } from '@stockie/contracts'
import { useMutation } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { type MouseEvent, useEffect, useState } from 'react'

import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { useEventCallback } from '@/lib/hooks/use-event-callback'
import { useSession } from '@/lib/session/session-store'
import { describeProgress } from './count-texts'
import { isOnItsWay } from './numbers/unsent-numbers'
import type { CountedLines } from './numbers/use-counted-lines'
import { PrintedCount, type PrintedCountProps } from './printed-count'
import { stockCounts } from './stock-count-requests'

interface CountingFooterProps {
  count: StockCountDetail
  counted: CountedLines
  onFinished: () => void
}

/** Below the list of an open count. */
export function CountingFooter({ count, counted, onFinished }: CountingFooterProps) {
  const { mutate, isPending } = useMutation({
    ...stockCounts.finish(count.id),
    onSuccess: onFinished,
    onError: () => setIsWanted(false),
  })
  /** Finish was pressed while the last number was on its way. */
  const [isWanted, setIsWanted] = useState(false)
  const waiting = describeWaiting(counted)
  const isSaving = waiting === undefined && counted.numbers.length > 0
  const progress = {
    products: counted.lines.length,
    counted: counted.lines.filter(counted.isCounted).length,
  }
  const cannotFinish = waiting !== undefined || progress.counted === 0
  if (isWanted && cannotFinish) setIsWanted(false)
  const isDue = isWanted && !isSaving && !isPending
  function start({ currentTarget }: MouseEvent) {
    const invalid = currentTarget
      .closest('[role=dialog]')
      ?.querySelector<HTMLElement>('[data-count][aria-invalid=true]')
    if (invalid) invalid.focus()
    else if (!cannotFinish) setIsWanted(true)
  }

  const finishNow = useEventCallback(() => mutate())
  useEffect(() => {
    if (isDue) finishNow()
  }, [isDue, finishNow])

  return (
    <footer className="grid gap-3 border-t px-6 py-4">
      <p className="text-sm text-muted-foreground">
        {waiting ?? (isSaving ? 'Saving...' : describeProgress(progress))}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <DiscardButton count={count} />
        <PrintCountButton count={count} lines={counted.lines} />
        <Button
          // Not `disabled`, which would drop the focus.
          aria-disabled={cannotFinish}
          onClick={start}
          className="min-w-28"
        >
          {(isWanted || isPending) && <Spinner />}
          Finish
        </Button>
      </div>
    </footer>
  )
}

/** Says why the next step waits for the user. */
export function describeWaiting({ numbers }: CountedLines) {
  if (numbers.some(({ isAsking }) => isAsking)) return 'A number waits for your choice.'
  return numbers.every(isOnItsWay) ? undefined : 'A number was not saved.'
}

interface ResultFooterProps {
  count: StockCountDetail
  /** See describeWaiting. */
  waiting: string | undefined
  onCount: () => void
  onAsk: (step: 'post' | 'undo') => void
}

/** Below the differences. */
export function ResultFooter({ count, waiting, onCount, onAsk }: ResultFooterProps) {
  const session = useSession()
  const mayPost = session.authState === 'Success' && managementRoles.includes(session.role)
  const isFinished = count.state === 'finished'
  const posting = mayPost ? undefined : 'An owner or a manager posts this count.'
  const note = waiting ? `${waiting} Press Count on.` : posting
  return (
    <footer className="grid gap-3 border-t px-6 py-4">
      {isFinished && note && <p className="text-sm text-muted-foreground">{note}</p>}
      <div className="flex flex-wrap justify-end gap-2">
        {isFinished && <DiscardButton count={count} />}
        <PrintCountButton count={count} lines={count.lines} />
        {isFinished && (
          <Button variant="outline" onClick={onCount}>
            Count on
          </Button>
        )}
        {isFinished && mayPost && (
          <Button
            aria-disabled={waiting !== undefined}
            className="sm:min-w-28"
            onClick={() => waiting === undefined && onAsk('post')}
          >
            Post
          </Button>
        )}
        {count.state === 'posted' && mayPost && (
          <Button variant="outline" onClick={() => onAsk('undo')}>
            Undo
          </Button>
        )}
        {count.state === 'discarded' && <ReopenButton count={count} />}
      </div>
    </footer>
  )
}

function DiscardButton({ count }: { count: StockCountDetail }) {
  const { mutate, isPending } = useMutation(stockCounts.discard(count.id))
  return (
    <Button
      variant="ghost"
      aria-disabled={isPending}
      onClick={() => !isPending && mutate()}
      className="mr-auto -ml-4 text-muted-foreground"
    >
      Discard
    </Button>
  )
}

function ReopenButton({ count }: { count: StockCountDetail }) {
  const { mutate, isPending } = useMutation(stockCounts.reopen(count.id))
  return (
    <Button variant="outline" aria-disabled={isPending} onClick={() => !isPending && mutate()}>
      Reopen
    </Button>
  )
}

function PrintCountButton({ count, lines }: Pick<PrintedCountProps, 'count' | 'lines'>) {
  const [isPrinting, setIsPrinting] = useState(false)
  return (
    <>
      <Button
        variant="outline"
        className="max-sm:w-10 max-sm:px-0"
        onClick={() => setIsPrinting(true)}
      >
        <Printer aria-hidden />
        <span className="max-sm:sr-only">Print</span>
      </Button>
      {isPrinting && (
        <PrintedCount count={count} lines={lines} onPrinted={() => setIsPrinting(false)} />
      )}
    </>
  )
}
