import { CalendarDays } from 'lucide-react'
import { useState } from 'react'

import { lazyDialog } from '@/components/lazy/lazy-dialog'
import { Button } from '@/components/ui/button'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import { type DateRange, formatRange, type Preset, findPreset } from '@/lib/date-ranges'
import { formatDayNumeric } from '@/lib/format'
import { useToday } from '@/lib/hooks/use-today'

/** Rarely opened, so it is not a part of the first list's script. */
const DateRangeForm = lazyDialog(
  () => import('./date-range-form').then((file) => file.DateRangeForm),
  'popover',
)

interface DateRangePickerProps {
  value: DateRange
  onChange: (range: DateRange) => void
}

export function DateRangePicker({ value, onChange }: DateRangePickerProps) {
  const today = useToday()
  const [isOpen, setIsOpen] = useState(false)
  const [chosen, setChosen] = useState<Preset>()
  const preset = findPreset(value, today, chosen)

  function update(range: DateRange, name: Preset | undefined) {
    setChosen(name)
    setIsOpen(false)
    onChange(range)
  }

  return (
    <Popover open={isOpen} onOpenChange={setIsOpen}>
      <PopoverTrigger asChild>
        <Button variant="outline" className="tabular-nums">
          <CalendarDays aria-hidden className="text-muted-foreground" />
          <span className="truncate">
            <span className="sr-only">Date range: </span>
            <span data-print-label={formatRange(value)}>{preset ?? formatNumericRange(value)}</span>
          </span>
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="Date range">
        <DateRangeForm
          value={value}
          preset={preset}
          today={today}
          onClose={() => setIsOpen(false)}
          onUpdate={update}
        />
      </PopoverContent>
    </Popover>
  )
}

function formatNumericRange({ from, to }: DateRange) {
  const days = [formatDayNumeric(from), formatDayNumeric(to)]
  return from === to ? days[0] : days.join(' – ')
}
