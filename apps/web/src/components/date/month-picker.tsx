import { CalendarDays } from 'lucide-react'
import { useState } from 'react'

import { lazyDialog } from '@/components/lazy-dialog'
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
}

/** Shows a year of months. Choosing one closes it. */
export function MonthPicker({ value, label, printLabel, onChange, onToday }: MonthPickerProps) {
  const thisMonth = useToday().slice(0, 7)
  const [isOpen, setIsOpen] = useState(false)

  function choose(month: string) {
    setIsOpen(false)
    onChange(month)
  }

  function chooseToday() {
    setIsOpen(false)
    onToday?.()
  }

  return (
    <Popover open={isOpen} onOpenChange={setIsOpen}>
      <PopoverTrigger asChild>
        <Button variant="outline" className="min-w-0 tabular-nums">
          <CalendarDays aria-hidden className="text-muted-foreground" />
          <span className="truncate">
            <span className="sr-only">Month: </span>
            <span data-print-label={printLabel}>{label}</span>
          </span>
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="Month">
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
      </PopoverContent>
    </Popover>
  )
}
