import { CalendarDays } from 'lucide-react'
import { useState } from 'react'

import { Button } from '@/components/ui/button'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import { useToday } from '@/lib/hooks/use-today'

import { MonthGrid } from './month-grid'

interface MonthPickerProps {
  /** 'yyyy-MM', or null while no month is chosen. */
  value: string | null
  /** What the button says is on: 'Nov 2026', or 'Today' where that is what no month means. */
  label: string
  /** What stands for it on paper, where no day is today. */
  paper?: string
  onChange: (month: string) => void
  /** Where today is what no month means: the way back to it. */
  onToday?: () => void
}

/** A year with its twelve months; choosing one closes it. */
export function MonthPicker({ value, label, paper, onChange, onToday }: MonthPickerProps) {
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
        <Button variant="outline" className="tabular-nums">
          <CalendarDays aria-hidden className="text-muted-foreground" />
          <span>
            <span className="sr-only">Month: </span>
            <span data-paper={paper}>{label}</span>
          </span>
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="Month">
        <MonthGrid value={value} thisMonth={thisMonth} onChoose={choose} />
        {onToday && (
          <Button variant="outline" className="mt-3 w-full" onClick={chooseToday}>
            Today
          </Button>
        )}
      </PopoverContent>
    </Popover>
  )
}
