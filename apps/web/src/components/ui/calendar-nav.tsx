import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import { useDayPicker } from 'react-day-picker'

import { shiftMonth, parseDay, toMonth } from '@/lib/dates'

import { Button } from './button'

const steps = [
  { name: 'Go to previous year', months: -12, icon: ChevronsLeft, className: '' },
  { name: 'Go to previous month', months: -1, icon: ChevronLeft, className: 'mr-auto' },
  { name: 'Go to next month', months: 1, icon: ChevronRight, className: '' },
  { name: 'Go to next year', months: 12, icon: ChevronsRight, className: '' },
]

/** The arrows on both sides of the month's name. */
export function CalendarNav() {
  const { months, goToMonth } = useDayPicker()

  function move(by: number) {
    const shown = months[0]
    if (shown) goToMonth(parseDay(shiftMonth(toMonth(shown.date), by)))
  }

  return (
    <div className="pointer-events-none absolute inset-x-0 top-0 flex [&>*]:pointer-events-auto">
      {steps.map(({ name, months: by, icon: Icon, className }) => (
        <Button
          key={name}
          type="button"
          variant="ghost"
          size="icon"
          aria-label={name}
          className={className}
          onClick={() => move(by)}
        >
          <Icon aria-hidden />
        </Button>
      ))}
    </div>
  )
}
