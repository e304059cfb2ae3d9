import type { ReorderRow } from '@stockie/contracts'
import { useId, useState } from 'react'

import { ActionQuestion } from '@/components/crud/action-question'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import type { Party } from '@/lib/drafts/draft'
import { readDraft } from '@/lib/drafts/draft-store'
import { formatCount } from '@/lib/format'
import { countProducts, fillPurchase, isOfAnotherSupplier } from './purchase-filling'
import { ReorderItem } from './reorder-item'
import type { ReorderChoices } from './use-reorder-choices'

interface SupplierGroupProps {
  supplier: Party | null
  rows: readonly ReorderRow[]
  /** Those that the page of the list has. */
  shown: readonly ReorderRow[]
  choices: ReorderChoices
}

/** The products of one supplier, and the button that puts the ticked ones into the purchase. */
export function SupplierGroup({ supplier, rows, shown, choices }: SupplierGroupProps) {
  const headingId = useId()
  const [isAsking, setIsAsking] = useState(false)
  const wanted = rows.filter((row) => choices.quantityOf(row) > 0)
  const ticked = rows.filter(choices.isTicked)
  const name = supplier?.name ?? 'No supplier yet'
  const filling = {
    owner: choices.owner,
    supplier,
    lines: ticked.map((row) => ({
      productId: row.productId,
      name: row.name,
      price: row.cost,
      quantity: choices.quantityOf(row),
    })),
  }

  function fill(replaces = false) {
    const filled = fillPurchase(filling, { replaces })
    choices.untick(ticked.filter(({ productId }) => filled.includes(productId)))
  }

  function start() {
    if (ticked.length === 0) return
    if (isOfAnotherSupplier(filling)) setIsAsking(true)
    else fill()
  }

  return (
    <section aria-labelledby={headingId} className="border-b py-4 last:border-b-0">
      <div className="flex items-center gap-3">
        <Checkbox
          aria-label={`All products of ${name}`}
          checked={ticked.length > 0 && ticked.length === wanted.length}
          isMixed={ticked.length > 0 && ticked.length < wanted.length}
          onChange={({ target }) => choices.tick(wanted, target.checked)}
        />
        <h3 id={headingId} className="min-w-0 flex-1 text-sm font-semibold wrap-anywhere">
          {name}
        </h3>
        <Button
          variant="outline"
          // Not `disabled`, which would drop the focus.
          aria-disabled={ticked.length === 0}
          aria-label={`Fill purchase (${formatCount(ticked.length)}), ${name}`}
          onClick={start}
        >
          {`Fill purchase (${formatCount(ticked.length)})`}
        </Button>
      </div>
      <ul aria-label={name} className="divide-y">
        {shown.map((row) => (
          <li key={row.productId}>
            <ReorderItem row={row} choices={choices} />
          </li>
        ))}
      </ul>
      {isAsking && (
        <ActionQuestion
          title="Replace the purchase?"
          description={describeDraft(choices.owner, name)}
          action={{ mutationFn: () => Promise.resolve(), networkMode: 'always' }}
          actionLabel="Replace"
          onDone={() => {
            setIsAsking(false)
            fill(true)
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </section>
  )
}

function describeDraft(owner: number, name: string) {
  const { party, lines } = readDraft('purchases', owner)
  return `It is for ${party?.name ?? 'another supplier'}, with ${countProducts(lines.length)}. A purchase for ${name} takes its place. You can undo this.`
}
