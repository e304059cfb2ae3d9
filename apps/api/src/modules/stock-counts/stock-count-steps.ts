import type { StockCount, StockCountPosting } from '@stockie/contracts'
import { AppError, noSuchRecord } from '#src/errors'
import {
  discardSql,
  finishSql,
  laterCountSql,
  lockCorrectedSql,
  lockCountSql,
  reopenSql,
} from './stock-counts.sql'

export type Query = <Row>(text: string, ...values: unknown[]) => Promise<Row[]>

type State = StockCount['state']
type LockedCount = { state: State; finishedAt: string | null; discardedByName: string | null }

export const stepNames = ['finish', 'post', 'undo', 'discard', 'reopen'] as const
export type CountStep = (typeof stepNames)[number]

type Taken = {
  query: Query
  count: LockedCount
  id: number
  userId: number
  posting: StockCountPosting
}
type Step = { done: readonly State[]; take: (taken: Taken) => Promise<void> }

/** The changes of each step, and the states that it leads to. */
export const countSteps: Record<CountStep, Step> = {
  finish: {
    done: ['finished'],
    async take({ query, count, id, userId }) {
      const { state } = refuseDiscarded(count)
      if (state !== 'open') throw conflict(`This count was ${state} already.`)
      const [finished] = await query(finishSql, id, userId)
      if (!finished) throw conflict('Nothing was counted yet.')
    },
  },
  post: {
    done: ['posted'],
    async take({ query, count, id, userId, posting }) {
      const { state, finishedAt } = refuseDiscarded(count)
      if (state === 'open') {
        throw conflict(
          posting.finishedAt
            ? 'Numbers were added meanwhile. Finish the count again, then post it.'
            : 'This count is not finished. Finish it, then post it.',
        )
      }
      if (state === 'undone') {
        throw conflict('This count was undone already. Start another one.')
      }
      if (posting.finishedAt && Date.parse(posting.finishedAt) !== Date.parse(finishedAt ?? '')) {
        throw conflict(
          'Numbers were added meanwhile. Look at the differences again, then post them.',
        )
      }
      await query('select post_stock_count($1, $2)', id, userId)
    },
  },
  undo: {
    done: ['undone'],
    async take({ query, count, id, userId }) {
      if (count.state !== 'posted') throw conflict('This count is not posted.')
      await query(lockCorrectedSql, id)
      const [later] = await query<{ id: number | null }>(laterCountSql, id)
      if (later?.id) {
        throw conflict(
          `The count ${later.id} counted the same products later. Undo that count first.`,
        )
      }
      await query('select undo_stock_count($1, $2)', id, userId)
    },
  },
  discard: {
    done: ['discarded'],
    async take({ query, count: { state }, id, userId }) {
      if (state === 'posted') {
        throw conflict('This count was posted already. Undo it instead.')
      }
      if (state === 'undone') throw conflict('This count was undone already. It stays as it is.')
      await query(discardSql, id, userId)
    },
  },
  reopen: {
    done: ['open', 'finished'],
    async take({ query, count, id, userId }) {
      if (count.state !== 'discarded') throw conflict('This count is not discarded.')
      await query(reopenSql, id, userId)
    },
  },
}

/** Steps and numbers of one count wait for each other here. */
export async function lockCount(query: Query, id: number): Promise<LockedCount> {
  const [count] = await query<LockedCount>(lockCountSql, id)
  if (!count) throw noSuchRecord('stock count')
  return count
}

/** Returns the count. Throws if it is discarded. */
export function refuseDiscarded(count: LockedCount): LockedCount {
  if (count.state !== 'discarded') return count
  throw conflict(`This count was discarded by ${count.discardedByName}. Reopen it to go on.`)
}

const conflict = (message: string) => new AppError('conflict', message)
