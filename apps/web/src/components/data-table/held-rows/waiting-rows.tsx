import { Button } from '@/components/ui/button'
import { formatCount } from '@/lib/format'
import { releaseFocus } from '@/lib/focus'
import { countNewRows, keepPlaces } from '@/lib/rows/kept-places'
import type { FoundPage } from './use-table-page'

/** The shown rows in their newest versions, and what the page does not show yet. */
export function keepRows<Row>(
  shown: FoundPage<Row>,
  waiting: FoundPage<Row>,
  getId: (row: Row) => number,
) {
  const page = waiting.page.rows
  const { rows, removed } = keepPlaces(shown.page.rows, { page, all: waiting.index.rows }, getId)
  return { rows, removed, added: countNewRows(page, shown.index.rows, getId) }
}

/** Rows that only moved, by a new price for example, count as one change. */
function toLabel(added: number, removed: number) {
  if (added > 0 && removed === 0) {
    return `Show ${formatCount(added)} new ${added === 1 ? 'row' : 'rows'}`
  }
  const changes = Math.max(1, added + removed)
  return `Show ${formatCount(changes)} ${changes === 1 ? 'change' : 'changes'}`
}

interface WaitingNoteProps {
  /** The numbers of new and of removed rows. */
  added: number
  removed: number
  onShow: () => void
}

/** Says what waits until the user has left the rows, and shows it on a click. */
export function WaitingNote({ added, removed, onShow }: WaitingNoteProps) {
  return (
    <Button
      variant="link"
      size="text"
      className="h-6"
      onClick={({ currentTarget }) => {
        releaseFocus(currentTarget)
        onShow()
      }}
    >
      {toLabel(added, removed)}
    </Button>
  )
}
