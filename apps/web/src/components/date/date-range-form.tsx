import { useId, useState, type FormEvent } from 'react'

import { Button } from '@/components/ui/button'
import { Label } from '@/components/ui/label'
import { NativeSelect } from '@/components/ui/native-select'
import { presetOf, presetRange, presets, type DateRange, type Preset } from '@/lib/date-ranges'

import { DatePicker } from './date-picker'

interface DateRangeFormProps {
  value: DateRange
  preset: Preset | undefined
  today: string
  onClose: () => void
  onUpdate: (range: DateRange, preset: Preset | undefined) => void
}

/** What is chosen here counts once it is updated, and is forgotten otherwise. */
export function DateRangeForm({ value, preset, today, onClose, onUpdate }: DateRangeFormProps) {
  const id = useId()
  const [range, setRange] = useState(value)
  const [chosen, setChosen] = useState(preset)
  const isBackwards = range.from > range.to

  function choose(name: string) {
    const quick = presets.find((one) => one === name)
    if (!quick) return
    setChosen(quick)
    setRange(presetRange(quick, today))
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isBackwards) onUpdate(range, chosen)
  }

  return (
    <form onSubmit={submit} className="grid w-80 max-w-full gap-3">
      <div className="grid gap-1.5">
        <Label htmlFor={id}>Quick Date</Label>
        <NativeSelect
          id={id}
          value={presetOf(range, today, chosen) ?? ''}
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
      <output className="min-h-4.5 text-[0.8125rem]/4.5 text-destructive">
        {isBackwards && 'From Date must not be after To Date.'}
      </output>
      <div className="flex justify-end gap-2">
        <Button type="button" variant="outline" onClick={onClose}>
          Close
        </Button>
        <Button type="submit" disabled={isBackwards}>
          Update
        </Button>
      </div>
    </form>
  )
}
