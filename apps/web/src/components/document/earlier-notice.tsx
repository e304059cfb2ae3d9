import { Button } from '@/components/ui/button'
import type { RecordedEarlier } from '@/lib/drafts/recorded-earlier'

interface EarlierNoticeProps {
  earlier: RecordedEarlier
  onRecord: () => void
  onClear: () => void
}

/** What was sent before is recorded. Whether this is another document the person alone can say. */
export function EarlierNotice({ earlier, onRecord, onClear }: EarlierNoticeProps) {
  const { document, isDeleted } = earlier
  const as = document === undefined ? '' : ` as ${document}`
  return (
    <div
      role="alert"
      className="grid gap-3 rounded-md border border-warning/50 px-4 py-3 text-sm text-warning"
    >
      <p className="wrap-anywhere">
        {isDeleted
          ? `This was recorded already${as}, and deleted since.`
          : `This was recorded already${as}. What you have changed since is not in it.`}
      </p>
      <div className="flex flex-wrap gap-2 text-foreground">
        <Button type="button" variant="outline" onClick={onRecord}>
          {isDeleted ? 'Record it anew' : 'Record the changed one as well'}
        </Button>
        <Button type="button" variant="outline" onClick={onClear}>
          Clear the draft
        </Button>
      </div>
    </div>
  )
}
