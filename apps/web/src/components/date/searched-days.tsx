import { Button } from '@/components/ui/button'
import { type DateRange, findPreset, formatRange, presetRange } from '@/lib/date-ranges'
import { useToday } from '@/lib/hooks/use-today'

interface SearchedDaysProps {
  range: DateRange
  onRange: (range: DateRange) => void
}

/** Says which days a search without results covered, and offers the whole year. */
export function SearchedDays({ range, onRange }: SearchedDaysProps) {
  const today = useToday()
  const year = presetRange('This Year', today)
  const isWholeYear = range.from <= year.from && range.to >= year.to
  const preset = findPreset(range, today)
  return (
    <div className="grid justify-items-center gap-3 text-sm text-muted-foreground">
      <p>Searched {preset?.toLowerCase() ?? formatRange(range)} only.</p>
      {!isWholeYear && (
        <Button variant="outline" className="text-foreground" onClick={() => onRange(year)}>
          Search this year
        </Button>
      )}
    </div>
  )
}
