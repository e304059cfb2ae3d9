import { CalendarDays } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import { lazyDialog } from '@/components/lazy/lazy-dialog'
import { Button } from '@/components/ui/button'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import { useToday } from '@/lib/hooks/use-today'

/** Rarely opened, so it is not a part of the first list's script. */
const MonthGrid = lazyDialog(() => import('./month-grid').then((file) => file.MonthGrid), 'popover')

interface MonthPickerProps {
  /** 'yyyy-MM', or null while no month is chosen. */
  value: string | null
  /** The button's text: 'Nov 2026', or 'Today' if null means today. */
  label: string
  /** The text in print, where 'Today' would soon be wrong. */
  printLabel?: string
  onChange: (month: string) => void
  /** Returns to today; only set if a null value means today. */
  onToday?: () => void
  /** A button below the months that shows something else in their place. */
  other?: { label: ReactNode; name: string; render: (close: () => void) => ReactNode }
}

/** Shows a year of months. Choosing one closes it. */
export function MonthPicker(props: MonthPickerProps) {
  const { value, label, printLabel, onChange, onToday, other } = props
  const thisMonth = useToday().slice(0, 7)
  const [isOpen, setIsOpen] = useState(false)
  const [isOther, setIsOther] = useState(false)

  function open(isWanted: boolean) {
    setIsOpen(isWanted)
    if (isWanted) setIsOther(false)
  }

  function choose(month: string) {
    setIsOpen(false)
    onChange(month)
  }

  function chooseToday() {
    setIsOpen(false)
    onToday?.()
  }

  return (
    <Popover open={isOpen} onOpenChange={open}>
      <PopoverTrigger asChild>
        <Button variant="outline" className="min-w-0 tabular-nums">
          <CalendarDays aria-hidden className="text-muted-foreground" />
          <span className="truncate">
            <span className="sr-only">Month: </span>
            <span data-print-label={printLabel}>{label}</span>
          </span>
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label={isOther ? other?.name : 'Month'}>
        {isOther ? (
          other?.render(() => setIsOpen(false))
        ) : (
          <>
            <MonthGrid
              value={value}
              thisMonth={thisMonth}
              onChoose={choose}
              onClose={() => setIsOpen(false)}
            />
            {onToday && (
              <Button variant="outline" className="mt-3 w-full" onClick={chooseToday}>
                Today
              </Button>
            )}
            {other && (
              <Button variant="outline" className="mt-3 w-full" onClick={() => setIsOther(true)}>
                {other.label}
              </Button>
            )}
          </>
        )}
      </PopoverContent>
    </Popover>
  )
}
