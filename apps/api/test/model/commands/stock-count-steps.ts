import { stockCounts } from '@stockie/contracts'
import {
  hasLaterCount,
  linesOf,
  postingOf,
  withCount,
} from '#test/model/expected/expected-stock-counts'
import type { TakeCountPlan } from '#test/model/sequence-plans'
import { moveStock, type Shop } from '#test/model/shop-model'
import type { StockCountRecord } from '#test/model/stock-count-record'

export const hasNumbers = (lines: StockCountRecord['lines']) =>
  [...lines.values()].some(({ counted }) => counted !== null)

/** The account of the step, the finish that a posting has seen, and the moment in the answer to a finish. */
type Taken = { by: string; seen: string | null; finishedAt: string | null }
type Taker = (shop: Shop, count: StockCountRecord, taken: Taken) => Shop | undefined

/** A repeated step changes nothing. Undefined if the step is refused. */
export const countTakers: Record<TakeCountPlan['step'], Taker> = {
  finish(shop, count, { by, finishedAt }) {
    if (count.state === 'finished') return shop
    if (count.state !== 'open' || !hasNumbers(count.lines)) return undefined
    return withCount(shop, { ...count, state: 'finished', finishedAt, finishedByName: by })
  },
  post(shop, count, { by, seen }) {
    if (count.state === 'posted') return shop
    if (count.state !== 'finished') return undefined
    if (seen !== null && seen !== count.finishedAt) return undefined
    const lines = new Map(
      linesOf(shop, count).map(({ productId, product, ...line }) => [
        productId,
        { ...line, posted: postingOf(line, product) },
      ]),
    )
    const posting = 1 + Math.max(0, ...[...shop[stockCounts.path].values()].map(postingNumber))
    const posted = { ...count, lines, state: 'posted', postedByName: by, posting } as const
    return moveByCount(withCount(shop, posted), posted, { reason: 'count', sign: 1, by })
  },
  undo(shop, count, { by }) {
    if (count.state === 'undone') return shop
    if (count.state !== 'posted' || hasLaterCount(shop, count)) return undefined
    const undone = { ...count, state: 'undone', undoneByName: by } as const
    return moveByCount(withCount(shop, undone), undone, { reason: 'count_undone', sign: -1, by })
  },
  discard(shop, count, { by }) {
    if (count.state === 'discarded') return shop
    if (count.state === 'posted' || count.state === 'undone') return undefined
    return withCount(shop, { ...count, state: 'discarded', discardedByName: by })
  },
  reopen(shop, count) {
    if (count.state === 'open' || count.state === 'finished') return shop
    if (count.state !== 'discarded') return undefined
    const state = count.finishedByName === null ? 'open' : 'finished'
    return withCount(shop, { ...count, state, discardedByName: null })
  },
}

const postingNumber = ({ posting }: StockCountRecord) => posting ?? 0

type Correction = { reason: 'count' | 'count_undone'; sign: 1 | -1; by: string }

function moveByCount(shop: Shop, { lines }: StockCountRecord, correction: Correction): Shop {
  const { reason, sign, by } = correction
  return [...lines].reduce((moved, [productId, { posted }]) => {
    if (!posted) return moved
    const movement = { delta: sign * posted.difference, reason, unitCost: posted.cost }
    return moveStock(moved, productId, {
      ...movement,
      saleId: null,
      purchaseId: null,
      userName: by,
    })
  }, shop)
}
