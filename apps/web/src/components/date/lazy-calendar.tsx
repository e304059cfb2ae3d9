import { lazy, Suspense, type ComponentProps } from 'react'

import type { Calendar } from '@/components/ui/calendar'

import { PlainCalendar } from './plain-calendar'

const loadCalendar = () => import('@/components/ui/calendar')

/** Ahead of its first showing, where it is likely to be wanted. */
export function prepareCalendar() {
  loadCalendar().catch(() => {})
}

const LoadedCalendar = lazy(() =>
  loadCalendar().then(
    (file) => ({ default: file.Calendar }),
    // It did not come over the connection; the browser has one of its own.
    () => ({ default: PlainCalendar }),
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
