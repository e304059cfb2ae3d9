import { CalendarDays } from 'lucide-react'
import { useId, useState } from 'react'

import { Button } from '@/components/ui/button'
import { Label } from '@/components/ui/label'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import { formatDayNumeric } from '@/lib/format'

import { LazyCalendar } from './lazy-calendar'

interface DatePickerProps {
  label: string
  /** 'yyyy-MM-dd' */
  value: string
  onChange: (day: string) => void
}

/** One day, shown as dd-MM-yyyy; choosing another closes the calendar. */
export function DatePicker({ label, value, onChange }: DatePickerProps) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()

  function choose(day: string) {
    onChange(day)
    setIsOpen(false)
  }

  return (
    <div className="grid gap-1.5">
      <Label id={`${id}-label`} htmlFor={id}>
        {label}
      </Label>
      <Popover open={isOpen} onOpenChange={setIsOpen}>
        <PopoverTrigger asChild>
          <Button
            id={id}
            variant="outline"
            aria-labelledby={`${id}-label ${id}-value`}
            className="justify-between border-input px-3 font-normal tabular-nums"
          >
            <span id={`${id}-value`}>{formatDayNumeric(value)}</span>
            <CalendarDays aria-hidden className="text-muted-foreground" />
          </Button>
        </PopoverTrigger>
        <PopoverContent aria-label={label}>
          <LazyCalendar value={value} onChange={choose} />
        </PopoverContent>
      </Popover>
    </div>
  )
}
