import { CalendarDays } from 'lucide-react'
import { useState } from 'react'

import { Button } from '@/components/ui/button'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import { presetOf, type DateRange, type Preset } from '@/lib/date-ranges'
import { formatDayNumeric } from '@/lib/format'
import { nameRange } from '@/lib/name-range'
import { useToday } from '@/lib/use-today'

import { DateRangeForm } from './date-range-form'
import { prepareCalendar } from './lazy-calendar'

interface DateRangePickerProps {
  value: DateRange
  onChange: (range: DateRange) => void
}

export function DateRangePicker({ value, onChange }: DateRangePickerProps) {
  const today = useToday()
  const [isOpen, setIsOpen] = useState(false)
  const [chosen, setChosen] = useState<Preset>()
  const preset = presetOf(value, today, chosen)

  function open(next: boolean) {
    if (next) prepareCalendar()
    setIsOpen(next)
  }

  function update(range: DateRange, name: Preset | undefined) {
    setChosen(name)
    setIsOpen(false)
    onChange(range)
  }

  return (
    <Popover open={isOpen} onOpenChange={open}>
      <PopoverTrigger asChild>
        <Button variant="outline" className="tabular-nums">
          <CalendarDays aria-hidden className="text-muted-foreground" />
          <span>
            <span className="sr-only">Date range: </span>
            <span data-paper={nameRange(value)}>{preset ?? spell(value)}</span>
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

function spell({ from, to }: DateRange) {
  const days = [formatDayNumeric(from), formatDayNumeric(to)]
  return from === to ? days[0] : days.join(' – ')
}
