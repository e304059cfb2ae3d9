import { managementRoles, type StockCountDetail } from '@stockie/contracts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useState } from 'react'

import { DetailsSheet } from '@/components/details-sheet'
import { ListPlaceholder } from '@/components/list-placeholder'
import { ActionQuestion } from '@/components/crud/action-question'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { useSession } from '@/lib/session/session-store'
import { CountResult } from './count-result'
import { describeCorrection, describeProgress, nameCount } from './count-texts'
import { CountingList } from './counting-list'
import { PrintedCount } from './printed-count'
import { stockCounts } from './stock-count-requests'
import { isOnItsWay } from './numbers/unsent-numbers'
import { type CountedLines, useCountedLines } from './numbers/use-counted-lines'

interface CountSheetProps {
  id: number
  name: string | null
  isOpen: boolean
  onClose: () => void
}

/** One count: its products while it is open, and then its differences. */
export function CountSheet({ id, name, isOpen, onClose }: CountSheetProps) {
  return (
    <DetailsSheet
      title={nameCount({ id })}
      description={name ?? 'Count what is there. Tills can go on selling.'}
      isOpen={isOpen}
      onClose={onClose}
    >
      <LoadedCount key={id} id={id} />
    </DetailsSheet>
  )
}

function LoadedCount({ id }: { id: number }) {
  const query = useQuery(stockCounts.one(id))
  if (!query.data) {
    return (
      <ListPlaceholder
        list={query}
        loading="Loading the count..."
        failure={stockCounts.loadFailure}
      />
    )
  }
  return <CountParts count={query.data} />
}

type View = 'list' | 'uncounted' | 'result'

function CountParts({ count }: { count: StockCountDetail }) {
  const counted = useCountedLines(count)
  /** Chosen by the user. A finished count shows its differences at first. */
  const [view, setView] = useState<View>(count.state === 'open' ? 'list' : 'result')
  // Another user may have finished or posted it. A number of this user opens it again.
  const isListed = count.state === 'open' || (count.state === 'finished' && view !== 'result')
  if (isListed) {
    return (
      <>
        <CountingList
          key={view}
          count={count}
          counted={counted}
          startsFiltered={view === 'uncounted'}
        />
        <CountingFooter count={count} counted={counted} onFinished={() => setView('result')} />
      </>
    )
  }
  return (
    <>
      <CountResult
        count={count}
        unsaved={counted.numbers}
        onDismissUnsaved={counted.dismissAll}
        onCountRest={() => setView('uncounted')}
      />
      <ResultFooter count={count} onCount={() => setView('list')} />
    </>
  )
}

interface CountingFooterProps {
  count: StockCountDetail
  counted: CountedLines
  onFinished: () => void
}

function CountingFooter({ count, counted, onFinished }: CountingFooterProps) {
  const finish = useMutation({ ...stockCounts.finish(count.id), onSuccess: onFinished })
  const waiting = describeWaiting(counted)
  const progress = {
    products: counted.lines.length,
    counted: counted.lines.filter(counted.isCounted).length,
  }
  const cannotFinish = waiting !== undefined || progress.counted === 0 || finish.isPending
  return (
    <footer className="grid gap-3 border-t px-6 py-4">
      <p className="text-sm text-muted-foreground">{waiting ?? describeProgress(progress)}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <DiscardButton count={count} />
        <PrintCountButton count={{ ...count, lines: [...counted.lines] }} />
        <Button
          // Not `disabled`, which would drop the focus.
          aria-disabled={cannotFinish}
          onClick={() => !cannotFinish && finish.mutate()}
          className="min-w-28"
        >
          {finish.isPending && <Spinner />}
          Finish
        </Button>
      </div>
    </footer>
  )
}

function describeWaiting({ numbers }: CountedLines) {
  if (numbers.some(({ isAsking }) => isAsking)) return 'A number waits for your choice.'
  if (numbers.some(isOnItsWay)) return 'Saving...'
  return numbers.length > 0 ? 'A number was not saved.' : undefined
}

interface ResultFooterProps {
  count: StockCountDetail
  onCount: () => void
}

function ResultFooter({ count, onCount }: ResultFooterProps) {
  const session = useSession()
  const mayPost = session.authState === 'Success' && managementRoles.includes(session.role)
  const [asked, setAsked] = useState<'post' | 'undo' | null>(null)
  const isFinished = count.state === 'finished'
  return (
    <footer className="grid gap-3 border-t px-6 py-4">
      {isFinished && !mayPost && (
        <p className="text-sm text-muted-foreground">An owner or a manager posts this count.</p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {isFinished && <DiscardButton count={count} />}
        <PrintCountButton count={count} />
        {isFinished && (
          <Button variant="outline" onClick={onCount}>
            Count on
          </Button>
        )}
        {isFinished && mayPost && (
          <Button className="sm:min-w-28" onClick={() => setAsked('post')}>
            Post
          </Button>
        )}
        {count.state === 'posted' && mayPost && (
          <Button variant="outline" onClick={() => setAsked('undo')}>
            Undo
          </Button>
        )}
        {count.state === 'discarded' && <ReopenButton count={count} />}
      </div>
      {asked && <StepQuestion step={asked} count={count} onClose={() => setAsked(null)} />}
    </footer>
  )
}

interface StepQuestionProps {
  step: 'post' | 'undo'
  count: StockCountDetail
  onClose: () => void
}

function StepQuestion({ step, count, onClose }: StepQuestionProps) {
  const texts = {
    post: {
      title: 'Post the count?',
      description:
        count.differing === 0
          ? 'Every counted product has the expected stock, so no stock changes.'
          : `It corrects the stock of ${describeCorrection(count)}. You can undo it as one.`,
      label: 'Post',
    },
    undo: {
      title: 'Undo the count?',
      description:
        count.differing === 0
          ? 'It has corrected nothing, so no stock changes.'
          : `It takes back the correction of ${describeCorrection(count)}.`,
      label: 'Undo',
    },
  }[step]
  return (
    <ActionQuestion
      title={texts.title}
      description={texts.description}
      action={step === 'post' ? stockCounts.post(count.id) : stockCounts.undo(count.id)}
      actionLabel={texts.label}
      onDone={onClose}
      onClose={onClose}
    />
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

function PrintCountButton({ count }: { count: StockCountDetail }) {
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
      {isPrinting && <PrintedCount count={count} onPrinted={() => setIsPrinting(false)} />}
    </>
  )
}
