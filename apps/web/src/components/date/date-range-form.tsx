import { type FormEvent, useEffect, useId, useState } from 'react'

import { Button } from '@/components/ui/button'
import { Label } from '@/components/ui/label'
import { NativeSelect } from '@/components/ui/native-select'
import { type DateRange, type Preset, findPreset, presetRange, presets } from '@/lib/date-ranges'
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
export function DateRangeForm({ value, preset, today, onClose, onUpdate }: DateRangeFormProps) {
  const id = useId()
  const [range, setRange] = useState(value)
  const [chosen, setChosen] = useState(preset)

  useEffect(preloadCalendar, [])

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
