import type { StockCountDetail } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { ActionQuestion } from '@/components/crud/action-question'
import { DetailsSheet } from '@/components/details-sheet'
import { ListPlaceholder } from '@/components/list-placeholder'
import { CountingFooter, describeWaiting, ResultFooter } from './count-footers'
import { CountResult } from './count-result'
import { describeCorrection, nameCount } from './count-texts'
import { CountingList } from './counting-list'
import { useCountedLines } from './numbers/use-counted-lines'
import { stockCounts } from './stock-count-requests'

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
  const { state } = count
  const counted = useCountedLines(count)
  /** Chosen by the user. A finished count opens with its differences. */
  const [view, setView] = useState<View>(state === 'open' ? 'list' : 'result')
  const [seenState, setSeenState] = useState(state)
  if (seenState !== state) {
    setSeenState(state)
    // A number of another user has opened it again.
    if (state === 'open' && view === 'result') setView('list')
  }
  /** Outside of the views: a refusal may bring the list back, and the question says why. */
  const [asked, setAsked] = useState<'post' | 'undo' | null>(null)
  const question = asked && (
    <StepQuestion step={asked} count={count} onClose={() => setAsked(null)} />
  )
  const isListed = view !== 'result' && (state === 'open' || state === 'finished')
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
        {question}
      </>
    )
  }
  const waiting = describeWaiting(counted)
  return (
    <>
      <CountResult count={count} counted={counted} onCountRest={() => setView('uncounted')} />
      <ResultFooter
        count={count}
        waiting={waiting}
        onCount={() => setView('list')}
        onAsk={setAsked}
      />
      {question}
    </>
  )
}

interface StepQuestionProps {
  step: 'post' | 'undo'
  count: StockCountDetail
  onClose: () => void
}

function StepQuestion({ step, count: now, onClose }: StepQuestionProps) {
  // What the question shows, also if another user finishes the count again meanwhile.
  const [count] = useState(now)
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
      action={step === 'post' ? stockCounts.post(count) : stockCounts.undo(count.id)}
      actionLabel={texts.label}
      onDone={onClose}
      onClose={onClose}
    />
  )
}
