import { limits, type ReorderRow } from '@stockie/contracts'
import { useState } from 'react'

import { useStoredDraft } from '@/lib/drafts/draft-store'

interface Choice {
  quantity?: number
  /** Undefined until the user ticks or unticks it. */
  isTicked?: boolean | undefined
}

/** What the user typed and ticked. Otherwise the suggestion counts, if the product is not in the purchase yet. */
export function useReorderChoices() {
  const { owner, draft } = useStoredDraft('purchases')
  const [choices, setChoices] = useState<ReadonlyMap<number, Choice>>(new Map())
  const drafted = new Map(draft.lines.map(({ productId, quantity }) => [productId, quantity]))

  function change(rows: readonly ReorderRow[], choiceOf: (row: ReorderRow) => Choice) {
    setChoices((before) => {
      const after = new Map(before)
      for (const row of rows) {
        after.set(row.productId, { ...before.get(row.productId), ...choiceOf(row) })
      }
      return after
    })
  }

  function quantityOf({ productId, suggested }: ReorderRow) {
    return choices.get(productId)?.quantity ?? Math.min(suggested, limits.purchaseQuantity)
  }

  return {
    owner,
    quantityOf,
    /** How many of the product are in the purchase. */
    draftedOf: ({ productId }: ReorderRow) => drafted.get(productId),
    isTicked: (row: ReorderRow) => {
      const isChosen = choices.get(row.productId)?.isTicked ?? !drafted.has(row.productId)
      return isChosen && quantityOf(row) > 0
    },
    setQuantity: (row: ReorderRow, quantity: number) =>
      change([row], () => ({ quantity, isTicked: quantity > 0 })),
    /** A ticked product has a quantity. */
    tick: (rows: readonly ReorderRow[], isTicked: boolean) =>
      change(rows, (row) => ({
        isTicked,
        ...(isTicked && quantityOf(row) === 0 && { quantity: 1 }),
      })),
    /** After the rows were put into the purchase. Their quantities stay, for an Undo. */
    untick: (rows: readonly ReorderRow[]) => change(rows, () => ({ isTicked: undefined })),
  }
}

export type ReorderChoices = ReturnType<typeof useReorderChoices>
