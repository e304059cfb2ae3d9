import { type StockCountDetail, type StockCountLine, stockCounts } from '@stockie/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'

import { useStore } from '@/lib/external-store'
import { useSession } from '@/lib/session/session-store'
import { numberSenderOf } from './number-sender'
import {
  addPiece,
  type Choice,
  choose,
  enterTyped,
  hasNumber,
  remove,
  removePiece,
} from './unsent-numbers'

export type CountedLines = ReturnType<typeof useCountedLines>

/** A product as the list of the count has it, or one that joins the count with its first number. */
export type CountedProduct = Pick<StockCountLine, 'productId' | 'name' | 'counted' | 'entries'> &
  Partial<Pick<StockCountLine, 'countedByName'>>

/** The products of a count with the numbers that were entered here, stored or not. */
export function useCountedLines(count: StockCountDetail) {
  const client = useQueryClient()
  const session = useSession()
  const user = session.authState === 'Success' ? session : { id: 0, name: '' }
  const sender = numberSenderOf(user.id, count.id)
  const { numbers, stored, isFailing } = useStore(sender.store)
  /** The products that several users count together, by the choice of this one. */
  const [shared, setShared] = useState<ReadonlySet<number>>(new Set())

  useEffect(() => sender.resume(), [sender])
  useEffect(() => {
    let before = sender.store.get()
    return sender.store.subscribe(() => {
      const now = sender.store.get()
      const isDone = now.numbers.length === 0 && before.numbers.length > 0
      // The answer to a number has only its own product.
      if (isDone || now.refusals > before.refusals) {
        void client.invalidateQueries({ queryKey: [stockCounts.path] })
      }
      before = now
    })
  }, [client, sender])

  // Sorted before the answers come in: ten thousand names for each scan would take too long.
  const sorted = useMemo(() => count.lines.toSorted(compareNames), [count.lines])
  const lines = useMemo(() => withStored(sorted, stored), [sorted, stored])
  const byId = useMemo(() => new Map(lines.map((line) => [line.productId, line])), [lines])

  /** Adds one piece. Asks first if another user has counted the product. */
  function scan(product: CountedProduct) {
    const { productId, countedByName } = product
    const isShared = shared.has(productId)
    const isOthers = product.entries > 0 && countedByName !== user.name && !stored.has(productId)
    sender.enter((before) => addPiece(before, product, { asks: isOthers && !isShared, isShared }))
  }

  function answer(product: CountedProduct, choice: Choice) {
    const { productId } = product
    if (choice === 'add') setShared((before) => new Set(before).add(productId))
    sender.enter((before) => choose(before, product, choice))
  }

  return {
    lines,
    lineOf: (productId: number) => byId.get(productId),
    numbers,
    isFailing,
    scan,
    answer,
    /** Returns whether the user has to choose between sum and replacement. */
    enter(product: CountedProduct, counted: number) {
      sender.enter((before) => enterTyped(before, product, counted))
      return sender.store
        .get()
        .numbers.some(({ productId, isAsking }) => isAsking && productId === product.productId)
    },
    takeBack: (product: CountedProduct) => sender.enter((before) => removePiece(before, product)),
    dismiss: (key: string) => sender.enter((before) => remove(before, key)),
    dismissAll: () => sender.enter(() => []),
    isCounted: (line: StockCountLine) => hasNumber(line, numbers),
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
