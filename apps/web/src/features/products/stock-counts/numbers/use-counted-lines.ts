import { type StockCountDetail, type StockCountLine, stockCounts } from '@stockie/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'

import { useStore } from '@/lib/external-store'
import { useSession } from '@/lib/session/session-store'
import { numberSenderOf } from './number-sender'
import {
  addPiece,
  answerQuestion,
  type Choice,
  countedOf,
  enterTyped,
  isOnItsWay,
  removeNumber,
  removePiece,
} from './unsent-numbers'

export type CountedLines = ReturnType<typeof useCountedLines>

/** A product as the list of the count has it, or one that joins the count with its first number. */
export type CountedProduct = Pick<StockCountLine, 'productId' | 'name' | 'counted' | 'entries'> &
  Partial<Pick<StockCountLine, 'countedById' | 'countedByName' | 'countedAt'>>

/** The products of a count with the numbers that were entered here, stored or not. */
export function useCountedLines(count: StockCountDetail) {
  const client = useQueryClient()
  const session = useSession()
  const userId = session.authState === 'Success' ? session.id : 0
  const sender = numberSenderOf(userId, count.id)
  const { numbers, stored, isFailing } = useStore(sender.store)
  /** The products that several users count together, by the choice of this one. */
  const [shared, setShared] = useState<ReadonlySet<number>>(new Set())

  useEffect(() => sender.watch(), [sender])
  useEffect(() => {
    let seen = sender.store.get().refusals
    return sender.store.subscribe(() => {
      const { refusals } = sender.store.get()
      // The list does not have what others have done.
      if (refusals > seen) void client.invalidateQueries({ queryKey: [stockCounts.path] })
      seen = refusals
    })
  }, [client, sender])

  // Sorted before the answers come in: ten thousand names for each scan would take too long.
  const sorted = useMemo(() => count.lines.toSorted(compareNames), [count.lines])
  const lines = useMemo(() => withStored(sorted, stored), [sorted, stored])
  const byId = useMemo(() => new Map(lines.map((line) => [line.productId, line])), [lines])
  const unsent = useMemo(
    () => new Set(numbers.filter(isOnItsWay).map(({ productId }) => productId)),
    [numbers],
  )
  const isCounted = (line: StockCountLine) =>
    (unsent.has(line.productId) ? countedOf(line, numbers) : line.counted) !== null

  /** Adds one piece. Asks first if another user has counted the product. */
  function scan(product: CountedProduct) {
    const { productId, counted, countedById } = product
    const isShared = shared.has(productId)
    const asks = counted !== null && countedById !== userId && !isShared
    sender.enter((before) => addPiece(before, product, { asks, isShared }))
  }

  function answer(product: CountedProduct, choice: Choice) {
    if (choice === 'add') setShared((before) => new Set(before).add(product.productId))
    sender.enter((before) => answerQuestion(before, product, choice))
  }

  /** Enters a typed number, or null for none. Returns whether the user has to choose what it means. */
  function enter(product: CountedProduct, counted: number | null) {
    sender.enter((before) => enterTyped(before, product, counted))
    const { numbers: now } = sender.store.get()
    return now.some(({ productId, isAsking }) => isAsking && productId === product.productId)
  }

  return {
    lines,
    lineOf: (productId: number) => byId.get(productId),
    numbers,
    /** The products with numbers that are not stored yet. */
    unsent,
    isFailing,
    isCounted,
    /** Whether this user has pieces of the product to take back. */
    isOwn: ({ productId, counted, countedById }: CountedProduct) =>
      numbers.some((number) => number.productId === productId && number.counted !== null) ||
      (countedById === userId && (counted ?? 0) > 0),
    scan,
    answer,
    enter,
    takeBack: (product: CountedProduct) => sender.enter((before) => removePiece(before, product)),
    dismiss: (key: string) => sender.enter((before) => removeNumber(before, key)),
    /** Drops what waits for the user. */
    dismissWaiting: () => sender.enter((before) => before.filter(isOnItsWay)),
  }
}

const names = new Intl.Collator('en', { numeric: true })

function compareNames(one: StockCountLine, other: StockCountLine) {
  return names.compare(one.name, other.name)
}

/** The answers to the own numbers may be newer than the list. */
function withStored(
  lines: readonly StockCountLine[],
  stored: ReadonlyMap<number, StockCountLine>,
): readonly StockCountLine[] {
  if (stored.size === 0) return lines
  const listed = new Set(lines.map(({ productId }) => productId))
  const joined = [...stored.values()].filter(({ productId }) => !listed.has(productId))
  return [
    ...lines.map((line) => {
      const answer = stored.get(line.productId)
      return answer && answer.entries > line.entries ? answer : line
    }),
    ...joined,
  ]
}
