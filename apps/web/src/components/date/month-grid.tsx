import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { monthNames, shiftMonth, twoDigits } from '@/lib/dates'

interface MonthGridProps {
  /** Called if this code cannot be fetched. */
  onClose: () => void
  /** 'yyyy-MM' */
  value: string | null
  thisMonth: string
  onChoose: (month: string) => void
}

const rows = [0, 3, 6, 9].map((first) => [first, first + 1, first + 2])

/** A year of months. One month takes the focus, and the arrow keys move it, across years too. */
export function MonthGrid({ value, thisMonth, onChoose }: MonthGridProps) {
  const [current, setCurrent] = useState(value ?? thisMonth)
  const grid = useRef<HTMLTableElement>(null)
  const year = current.slice(0, 4)

  // Opens with the focus on the chosen month.
  useEffect(() => {
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
  }, [])

  function moveByKey(event: KeyboardEvent) {
    const step = monthStep(event.key, current)
    if (step === undefined) return
    event.preventDefault()
    const next = shiftMonth(current, step)
    setCurrent(next)
    // Every year reuses the same twelve buttons.
    grid.current?.querySelectorAll('button')[Number(next.slice(5)) - 1]?.focus()
  }

  return (
    <div className="w-64 max-w-full">
      <div className="flex items-center justify-between">
        <Button
          variant="ghost"
          size="icon"
          aria-label="Go to previous year"
          onClick={() => setCurrent(shiftMonth(current, -12))}
        >
          <ChevronLeft aria-hidden />
        </Button>
        <output className="text-sm font-semibold tabular-nums">{year}</output>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Go to next year"
          onClick={() => setCurrent(shiftMonth(current, 12))}
        >
          <ChevronRight aria-hidden />
        </Button>
      </div>
      <table
        ref={grid}
        // A grid is a table with arrow-key navigation between its cells.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        aria-label={year}
        className="mt-1 w-full table-fixed"
        onKeyDown={moveByKey}
      >
        <tbody>
          {rows.map((indexes) => (
            <tr key={indexes[0]}>
              {indexes.map((index) => {
                const month = `${year}-${twoDigits(index + 1)}`
                const isSelected = month === value
                return (
                  <td key={index} aria-selected={isSelected} className="p-0.5">
                    <button
                      type="button"
                      tabIndex={month === current ? 0 : -1}
                      aria-current={month === thisMonth ? 'date' : undefined}
                      className={cn(monthClass, isSelected && selectedMonthClass)}
                      onClick={() => onChoose(month)}
                    >
                      {monthNames[index]?.slice(0, 3)}
                      <span className="sr-only"> {year}</span>
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const monthClass = `relative inline-flex h-11 w-full items-center justify-center rounded-md text-sm
  outline-none hover:bg-accent hover:text-accent-foreground focus-visible:ring-[3px]
  focus-visible:ring-ring/60 aria-[current=date]:font-semibold
  aria-[current=date]:after:absolute aria-[current=date]:after:bottom-1.5
  aria-[current=date]:after:h-0.5 aria-[current=date]:after:w-5
  aria-[current=date]:after:rounded-full aria-[current=date]:after:bg-current`

const selectedMonthClass = `bg-primary font-semibold text-primary-foreground hover:bg-primary/90
  hover:text-primary-foreground forced-colors:border-2`

/** The number of months that a key moves in rows of three, or undefined for other keys. */
function monthStep(key: string, month: string) {
  const monthIndex = Number(month.slice(5)) - 1
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -3,
    ArrowDown: 3,
    PageUp: -12,
    PageDown: 12,
    Home: -(monthIndex % 3),
    End: 2 - (monthIndex % 3),
  }
  return steps[key]
}
