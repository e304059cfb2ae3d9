import { limits } from '@stockie/contracts'

import { type DraftLine, maxQuantity, type Party } from '@/lib/drafts/draft'
import { offerDraftUndo } from '@/lib/drafts/draft-undo'
import {
  changeDraft,
  isSending,
  openDraft,
  readDraft,
  replaceDraft,
} from '@/lib/drafts/draft-store'
import { formatCount } from '@/lib/format'
import { toastError } from '@/lib/toast'

interface Filling {
  owner: number
  /** Null for products without a supplier. The draft keeps its own then. */
  supplier: Party | null
  lines: readonly DraftLine[]
}

/** The draft belongs to another supplier, so only a replacement can hold the lines. */
export function isOfAnotherSupplier({ owner, supplier }: Filling) {
  const { party } = readDraft('purchases', owner)
  return supplier !== null && party !== null && party.id !== supplier.id
}

/**
 * Adds the lines to the purchase draft, or replaces it by them. Returns the ids of the products that it has added: a
 * purchase has a largest number of lines.
 */
export function fillPurchase({ owner, supplier, lines }: Filling, { replaces = false } = {}) {
  if (isSending('purchases', owner)) {
    toastError('The purchase is being saved. Try again when it is saved.')
    return []
  }
  openDraft('purchases', owner)
  const before = readDraft('purchases', owner)
  if (replaces) replaceDraft('purchases', owner)
  const cut: string[] = []
  const added: number[] = []
  changeDraft('purchases', owner, (draft) => ({
    ...draft,
    party: supplier ?? draft.party,
    lines: addLines(draft.lines, lines, { cut, added }),
  }))
  const left = lines.length - added.length
  offerDraftUndo({ kind: 'purchases', owner, before, message: describe(added.length, left, cut) })
  return added
}

interface Added {
  /** The names of the products whose quantity was above the limit. */
  cut: string[]
  added: number[]
}

/** Adds to the lines that exist, which keep their price. */
function addLines(
  lines: readonly DraftLine[],
  more: readonly DraftLine[],
  { cut, added }: Added,
): readonly DraftLine[] {
  const max = maxQuantity.purchases
  const byId = new Map(lines.map((line) => [line.productId, line]))
  for (const line of more) {
    const existing = byId.get(line.productId)
    if (!existing && byId.size >= limits.documentLines) continue
    const quantity = (existing?.quantity ?? 0) + line.quantity
    if (quantity > max) cut.push(line.name)
    added.push(line.productId)
    byId.set(line.productId, { ...(existing ?? line), quantity: Math.min(quantity, max) })
  }
  return [...byId.values()]
}

function describe(count: number, left: number, [first, ...others]: string[]) {
  const sentences = [`${countProducts(count)} added to the purchase.`]
  if (left > 0) sentences.push(`A purchase has at most ${formatCount(limits.documentLines)}.`)
  if (first !== undefined) {
    const names = others.length > 0 ? `${first} and ${formatCount(others.length)} more` : first
    sentences.push(`The quantity of ${names} was cut to ${formatCount(maxQuantity.purchases)}.`)
  }
  return sentences.join(' ')
}

/** '1 product', '12 products'. */
export function countProducts(count: number) {
  return `${formatCount(count)} ${count === 1 ? 'product' : 'products'}`
}
