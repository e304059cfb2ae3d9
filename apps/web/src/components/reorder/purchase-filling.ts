import type { DraftLine, Party } from '@/lib/drafts/draft'
import { maxQuantity } from '@/lib/drafts/draft'
import { offerDraftUndo } from '@/lib/drafts/draft-undo'
import { changeDraft, isSending, readDraft, replaceDraft } from '@/lib/drafts/draft-store'
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

/** Adds the lines to the purchase draft, or replaces it by them. Returns whether it did. */
export function fillPurchase({ owner, supplier, lines }: Filling, { replaces = false } = {}) {
  if (isSending('purchases', owner)) {
    toastError('The purchase is being saved. Try again when it is saved.')
    return false
  }
  const before = readDraft('purchases', owner)
  if (replaces) replaceDraft('purchases', owner)
  const cut: string[] = []
  changeDraft('purchases', owner, (draft) => ({
    ...draft,
    party: supplier ?? draft.party,
    lines: addLines(draft.lines, lines, cut),
  }))
  offerDraftUndo({ kind: 'purchases', owner, before, message: describe(lines.length, cut) })
  return true
}

/** Adds to the lines that exist, which keep their price. Collects the names of those that reach the limit. */
function addLines(lines: readonly DraftLine[], added: readonly DraftLine[], cut: string[]) {
  const max = maxQuantity.purchases
  const byId = new Map(lines.map((line) => [line.productId, line]))
  for (const line of added) {
    const existing = byId.get(line.productId)
    const quantity = (existing?.quantity ?? 0) + line.quantity
    if (quantity > max) cut.push(line.name)
    byId.set(line.productId, { ...(existing ?? line), quantity: Math.min(quantity, max) })
  }
  return [...byId.values()]
}

function describe(count: number, [first, ...others]: string[]) {
  const added = `${formatCount(count)} ${count === 1 ? 'product' : 'products'} added to the purchase.`
  if (first === undefined) return added
  const names = others.length > 0 ? `${first} and ${formatCount(others.length)} more` : first
  return `${added} The quantity of ${names} was cut to ${formatCount(maxQuantity.purchases)}.`
}
