import { limits, type ReorderRow } from '@stockie/contracts'
import { useState } from 'react'

import { useStoredDraft } from '@/lib/drafts/draft-store'

interface Choice {
  quantity?: number
  isTicked?: boolean
}

/** What the user typed and ticked. Otherwise the suggestion counts, if the product is not in the purchase yet. */
export function useReorderChoices() {
  const { owner, draft } = useStoredDraft('purchases')
  const [choices, setChoices] = useState<ReadonlyMap<number, Choice>>(new Map())
  const drafted = new Map(draft.lines.map(({ productId, quantity }) => [productId, quantity]))

  function change(ids: readonly number[], choice: Choice) {
    setChoices((before) => {
      const after = new Map(before)
      for (const id of ids) after.set(id, { ...before.get(id), ...choice })
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
    setQuantity: ({ productId }: ReorderRow, quantity: number) =>
      change([productId], { quantity, isTicked: quantity > 0 }),
    tick: (rows: readonly ReorderRow[], isTicked: boolean) =>
      change(
        rows.map(({ productId }) => productId),
        { isTicked },
      ),
    /** After the rows were put into the purchase. */
    forget: (rows: readonly ReorderRow[]) =>
      setChoices((before) => {
        const ids = new Set(rows.map(({ productId }) => productId))
        return new Map([...before].filter(([id]) => !ids.has(id)))
      }),
  }
}

export type ReorderChoices = ReturnType<typeof useReorderChoices>
