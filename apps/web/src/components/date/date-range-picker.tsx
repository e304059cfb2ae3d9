import { CalendarDays } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'

import { Button } from '@/components/ui/button'
import { Label } from '@/components/ui/label'
import { NativeSelect } from '@/components/ui/native-select'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import {
  type DateRange,
  formatRange,
  type Preset,
  findPreset,
  presetRange,
  presets,
} from '@/lib/date-ranges'
import { formatDayNumeric } from '@/lib/format'
import { useToday } from '@/lib/hooks/use-today'
import { DatePicker } from './date-picker'
import { preloadCalendar } from './lazy-calendar'

interface DateRangeFormProps {
  value: DateRange
  preset: Preset | undefined
  today: string
  onClose: () => void
  onUpdate: (range: DateRange, preset: Preset | undefined) => void
}

/** The form's range applies only on Update, the earlier day first; closing it discards the range. */
function DateRangeForm({ value, preset, today, onClose, onUpdate }: DateRangeFormProps) {
  const id = useId()
  const [range, setRange] = useState(value)
  const [chosen, setChosen] = useState(preset)

  function choose(name: string) {
    const quickDate = presets.find((candidate) => candidate === name)
    if (!quickDate) return
    setChosen(quickDate)
    setRange(presetRange(quickDate, today))
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const isBackwards = range.from > range.to
    onUpdate(isBackwards ? { from: range.to, to: range.from } : range, chosen)
  }

  return (
    <form onSubmit={submit} className="grid w-80 max-w-full gap-3">
      <div className="grid gap-1.5">
        <Label htmlFor={id}>Quick Date</Label>
        <NativeSelect
          id={id}
          value={findPreset(range, today, chosen) ?? ''}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="" disabled>
            Custom
          </option>
          {presets.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </NativeSelect>
      </div>
      <div className="grid grid-cols-2 gap-3">
        <DatePicker
          label="From Date"
          value={range.from}
          onChange={(from) => setRange({ ...range, from })}
        />
        <DatePicker
          label="To Date"
          value={range.to}
          onChange={(to) => setRange({ ...range, to })}
        />
      </div>
      <div className="flex justify-end gap-2">
        <Button type="button" variant="outline" onClick={onClose}>
          Close
        </Button>
        <Button type="submit">Update</Button>
      </div>
    </form>
  )
}

interface DateRangePickerProps {
  value: DateRange
  onChange: (range: DateRange) => void
}

export function DateRangePicker({ value, onChange }: DateRangePickerProps) {
  const today = useToday()
  const [isOpen, setIsOpen] = useState(false)
  const [chosen, setChosen] = useState<Preset>()
  const preset = findPreset(value, today, chosen)

  function open(next: boolean) {
    if (next) preloadCalendar()
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
