import { LazyCalendar } from '@/components/date/lazy-calendar'
import { formatRange, type KnownRange } from '@/lib/date-ranges'
import { useStoreToday } from './use-store-today'

interface KnownDayPickerProps {
  range: KnownRange
  onChoose: (day: string) => void
}

/** Chooses the day at whose end the figures were known. */
export function KnownDayPicker({ range, onChoose }: KnownDayPickerProps) {
  return (
    <div className="grid w-70 max-w-full gap-1">
      <h2 className="text-sm font-semibold">As known on</h2>
      <p className="pb-1 text-[0.8125rem] text-muted-foreground">
        Choose a day. You see the figures of {formatRange(range)} as they were at the end of it.
      </p>
      <LazyCalendar value={range.asOf ?? ''} last={useStoreToday()} onChange={onChoose} />
    </div>
  )
}
