import { Link } from 'react-router-dom'

import { Button } from '@/components/ui/button'
import { useStoredDraft } from '@/lib/drafts/draft-store'
import { countProducts } from './purchase-filling'

/** The contents of the purchase draft, and the way to it. */
export function DraftNote({ onShowPurchase }: { onShowPurchase: (() => void) | undefined }) {
  const { draft } = useStoredDraft('purchases')
  const count = draft.lines.length
  if (count === 0) return null
  const label = 'Show purchase'
  return (
    <footer className="flex items-center justify-between gap-4 border-t px-6 py-4 text-sm">
      <p className="min-w-0 wrap-anywhere">
        In the purchase: {countProducts(count)}
        {draft.party && ` from ${draft.party.name}`}
      </p>
      {onShowPurchase ? (
        <Button variant="outline" onClick={onShowPurchase}>
          {label}
        </Button>
      ) : (
        <Button variant="outline" asChild>
          <Link to="/purchase/create">{label}</Link>
        </Button>
      )}
    </footer>
  )
}
