import { Button } from '@/components/ui/button'

interface EarlierNoticeProps {
  message: string
  onRecord: () => void
  onClear: () => void
}

/** A document that was sent before is recorded; what is on the screen now is another one. */
export function EarlierNotice({ message, onRecord, onClear }: EarlierNoticeProps) {
  return (
    <div
      role="alert"
      className="grid gap-3 rounded-md border border-warning/50 px-4 py-3 text-sm text-warning"
    >
      <p className="wrap-anywhere">{message}</p>
      <div className="flex flex-wrap gap-2 text-foreground">
        <Button type="button" variant="outline" onClick={onRecord}>
          Record the changed one as well
        </Button>
        <Button type="button" variant="outline" onClick={onClear}>
          Clear the draft
        </Button>
      </div>
    </div>
  )
}
