import { type ComponentProps, lazy, Suspense, useState } from 'react'

import { Button } from '@/components/ui/button'
import type { Calendar } from '@/components/ui/calendar'
import { Input } from '@/components/ui/input'

/** The browser's own, for when ours could not be fetched. */
export function NativeCalendar({ value, onChange }: ComponentProps<typeof Calendar>) {
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

const loadCalendar = () => import('@/components/ui/calendar')

/** Ahead of its first showing, where it is likely to be wanted. */
export function preloadCalendar() {
  loadCalendar().catch(() => {})
}

const LoadedCalendar = lazy(() =>
  loadCalendar().then(
    (file) => ({ default: file.Calendar }),
    // It did not come over the connection; the browser has one of its own.
    () => ({ default: NativeCalendar }),
  ),
)

/** Fetched when it is first shown, in a place that has its size from the beginning. */
export function LazyCalendar(props: ComponentProps<typeof Calendar>) {
  return (
    <Suspense fallback={<output aria-label="Loading" className="block h-81 w-70" />}>
      <LoadedCalendar {...props} />
    </Suspense>
  )
}
