import { useId, useSyncExternalStore } from 'react'

import { Checkbox } from '@/components/ui/checkbox'
import {
  notifyThisTab,
  readStored,
  removeStored,
  subscribeToStorage,
  writeStored,
} from '@/lib/browser-storage'
import type { DraftKind } from '@/lib/drafts/draft'

/** A setting of the till: kept in this browser, for all its users. */
const keyOf = (kind: DraftKind) => `stockie-print-${kind}`

export function isPrintedAfterSubmit(kind: DraftKind) {
  return readStored(keyOf(kind)) === 'true'
}

/** Whether this till prints a slip after each submit. Sales and purchases have a setting each. */
export function PrintAfterSubmit({ kind }: { kind: DraftKind }) {
  const id = useId()
  const isPrinted = useSyncExternalStore(subscribeToStorage, () => isPrintedAfterSubmit(kind))

  function choose(isChosen: boolean) {
    if (isChosen) writeStored(keyOf(kind), 'true')
    else removeStored(keyOf(kind))
    notifyThisTab()
  }

  return (
    <div className="flex min-h-10 items-center gap-3 text-sm">
      <Checkbox id={id} checked={isPrinted} onChange={({ target }) => choose(target.checked)} />
      <label htmlFor={id}>Print a slip after each Submit</label>
    </div>
  )
}
