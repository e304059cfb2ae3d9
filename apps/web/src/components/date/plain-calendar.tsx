import { useState, type ComponentProps } from 'react'

import { Button } from '@/components/ui/button'
import type { Calendar } from '@/components/ui/calendar'
import { Input } from '@/components/ui/input'

/** The browser's own, for when ours could not be fetched. */
export function PlainCalendar({ value, onChange }: ComponentProps<typeof Calendar>) {
  const [day, setDay] = useState(value)
  return (
    <div className="flex gap-2">
      <Input
        type="date"
        aria-label="Date"
        required
        value={day}
        onChange={({ target }) => setDay(target.value)}
      />
      <Button type="button" disabled={day === ''} onClick={() => onChange(day)}>
        Choose
      </Button>
    </div>
  )
}
