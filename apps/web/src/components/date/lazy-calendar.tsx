import { type ComponentProps, useState } from 'react'

import { lazyComponent } from '@/components/lazy/lazy-component'
import { Button } from '@/components/ui/button'
import type { Calendar } from '@/components/ui/calendar'
import { Input } from '@/components/ui/input'

/** The browser's date input, used if the calendar cannot be fetched. */
export function NativeCalendar({ value, onChange, last }: ComponentProps<typeof Calendar>) {
  const [day, setDay] = useState(value)
  return (
    <div className="flex gap-2">
      <Input
        type="date"
        aria-label="Date"
        required
        max={last}
        value={day}
        onChange={({ target }) => setDay(target.value)}
      />
      <Button
        type="button"
        disabled={day === '' || (last !== undefined && day > last)}
        onClick={() => onChange(day)}
      >
        Choose
      </Button>
    </div>
  )
}

const loadCalendar = () => import('@/components/ui/calendar')

/** Fetches the calendar before it is first shown. */
export function preloadCalendar() {
  loadCalendar().catch(() => {})
}

/** Fetched when first shown. The fallback has the calendar's size, so that nothing moves. */
export const LazyCalendar = lazyComponent<ComponentProps<typeof Calendar>>(
  () =>
    loadCalendar().then(
      (file) => file.Calendar,
      // The download failed, and the browser's own input needs none.
      () => NativeCalendar,
    ),
  <output aria-label="Loading" className="block h-81 w-70" />,
)
