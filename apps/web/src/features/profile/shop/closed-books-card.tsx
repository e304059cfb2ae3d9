import { type Books, closedInFuture } from '@stockie/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'

import { ActionQuestion } from '@/components/crud/action-question'
import { DatePicker } from '@/components/date/date-picker'
import { ListPlaceholder } from '@/components/list-placeholder'
import { Button } from '@/components/ui/button'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/ui/card'
import { parseDay, toDay } from '@/lib/dates'
import { formatDay } from '@/lib/format'
import { books, isMovedMeanwhile, moveClosedDay } from '@/resources/books'

/** Up to which day the books are closed, for the owner, who moves it. */
export function ClosedBooksCard() {
  const saved = useQuery(books)
  return (
    <Card>
      <CardHeader>
        <CardTitle>Closed books</CardTitle>
        <CardDescription>
          Sales, purchases, returns, expenses and cash counts of a closed day cannot be recorded,
          changed, deleted or restored.
        </CardDescription>
      </CardHeader>
      <CardContent>
        {saved.data ? (
          <ClosedDay saved={saved.data} />
        ) : (
          <ListPlaceholder
            list={saved}
            loading="Loading closed books..."
            failure="Failed to load the closed books."
          />
        )}
      </CardContent>
    </Card>
  )
}

function ClosedDay({ saved }: { saved: Books }) {
  const noteId = useId()
  const [chosen, setChosen] = useState<string>()
  /** The day that the open question names, or null if it opens the books. */
  const [asked, setAsked] = useState<string | null>()
  const { closedThrough, today } = saved
  const day = chosen ?? closedThrough ?? lastDayOfMonthBefore(today)
  const isInFuture = day > today

  return (
    <div className="grid gap-4">
      <p className="text-sm font-medium">
        {closedThrough === null
          ? 'The books are open.'
          : `The books are closed up to ${formatDay(closedThrough)}.`}
      </p>
      <div className="flex flex-wrap items-end gap-2">
        <DatePicker
          label="Last closed day"
          value={day}
          noteId={isInFuture ? noteId : undefined}
          isInvalid={isInFuture}
          onChange={setChosen}
        />
        {/* `disabled` would drop the focus that returns from the question. */}
        <Button
          aria-disabled={day === closedThrough || isInFuture}
          onClick={() => !isInFuture && ask(day)}
        >
          Close the books
        </Button>
        <Button variant="outline" aria-disabled={closedThrough === null} onClick={() => ask(null)}>
          Open again
        </Button>
      </div>
      {isInFuture && (
        <p id={noteId} aria-live="polite" className="text-sm text-destructive">
          {closedInFuture}
        </p>
      )}
      {asked !== undefined && (
        <MoveQuestion
          saved={saved}
          day={asked}
          onDone={() => setChosen(undefined)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  )

  function ask(about: string | null) {
    if (about !== closedThrough) setAsked(about)
  }
}

interface MoveQuestionProps {
  saved: Books
  day: string | null
  onDone: () => void
  onClose: () => void
}

/**
 * Says what a move of the day means, and moves it. If another owner moves the day while the question is open, the
 * question stays as it is until the API has refused it.
 */
function MoveQuestion({ saved, day, onDone, onClose }: MoveQuestionProps) {
  const client = useQueryClient()
  const [from, setFrom] = useState(saved)
  const { title, description, actionLabel } = describeMove(from, day)

  /** Our own move may be stored although its answer was lost. */
  async function readAgain(error: Error) {
    const now = client.getQueryData(books.queryKey)
    if (now && (isMovedMeanwhile(error) || now.closedThrough === day)) setFrom(now)
  }

  return (
    <ActionQuestion
      title={title}
      description={description}
      action={moveClosedDay(day, from)}
      actionLabel={actionLabel}
      onDone={() => {
        onDone()
        onClose()
      }}
      onFailed={readAgain}
      onClose={onClose}
    />
  )
}

function describeMove({ closedThrough, today }: Books, day: string | null) {
  if (day === null) {
    return {
      title: 'Open the books again',
      description:
        'Every day is open again: what is dated there can be recorded, changed, deleted and restored.',
      actionLabel: 'Open again',
    }
  }
  if (closedThrough !== null && day < closedThrough) {
    return {
      title: 'Open some days again',
      description: `The days after ${formatDay(day)} are open again: what is dated there can be recorded, changed, deleted and restored.`,
      actionLabel: 'Move back',
    }
  }
  const todayToo = day >= today ? ' Nothing more can be sold today.' : ''
  return {
    title: 'Close the books',
    description: `Sales, returns, purchases, expenses and cash counts up to ${formatDay(day)} can no longer be recorded, changed, deleted or restored, by any user.${todayToo} You can open the books again.`,
    actionLabel: 'Close the books',
  }
}

function lastDayOfMonthBefore(today: string) {
  const first = parseDay(`${today.slice(0, 7)}-01`)
  first.setDate(0)
  return toDay(first)
}
