import { CalendarDays } from 'lucide-react'
import { useId, useState, type Ref } from 'react'

import { Button } from '@/components/ui/button'
import { Label } from '@/components/ui/label'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import { cn } from '@/lib/cn'
import { formatDayNumeric } from '@/lib/format'

import { LazyCalendar } from './lazy-calendar'

interface DatePickerProps {
  ref?: Ref<HTMLButtonElement>
  label: string
  /** 'yyyy-MM-dd', or '' for no day. */
  value: string
  onChange: (day: string) => void
  /** The id of a note about the day. */
  noteId?: string | undefined
  isInvalid?: boolean
  /** Whether the calendar has a Clear button. */
  canClear?: boolean
  /** The name of its form's field. */
  name?: string
  /** A dialog hides all that is outside of it, so its calendar opens above everything. */
  isInDialog?: boolean
}

/** Shows one day as dd-MM-yyyy. Choosing a day closes the calendar. */
export function DatePicker({
  ref,
  label,
  value,
  noteId,
  isInvalid = false,
  onChange,
  canClear = false,
  name,
  isInDialog = false,
}: DatePickerProps) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()

  function choose(day: string) {
    onChange(day)
    setIsOpen(false)
  }

  return (
    <div className="grid content-start gap-1.5">
      <Label id={`${id}-label`} htmlFor={id}>
        {label}
      </Label>
      <Popover open={isOpen} onOpenChange={setIsOpen}>
        <PopoverTrigger asChild>
          <Button
            ref={ref}
            id={id}
            name={name}
            type="button"
            variant="outline"
            aria-labelledby={`${id}-label ${id}-value`}
            aria-describedby={noteId}
            aria-invalid={isInvalid}
            className="justify-between border-input px-3 font-normal tabular-nums"
          >
            <span id={`${id}-value`} className={cn(value === '' && 'text-muted-foreground')}>
              {value === '' ? 'Pick a date' : formatDayNumeric(value)}
            </span>
            <CalendarDays aria-hidden className="text-muted-foreground" />
          </Button>
        </PopoverTrigger>
        <PopoverContent
          aria-label={label}
          aria-modal={isInDialog}
          onOpenAutoFocus={focusDay}
          {...(isInDialog && { container: document.body })}
        >
          <LazyCalendar value={value} onChange={choose} />
          {canClear && value !== '' && (
            <Button
              type="button"
              variant="ghost"
              className="mt-2 w-full"
              onClick={() => choose('')}
            >
              Clear
            </Button>
          )}
        </PopoverContent>
      </Popover>
    </div>
  )
}

/** A dialog takes the focus back if the calendar takes it before its popover is open. */
function focusDay(event: Event) {
  const { currentTarget: content } = event
  if (!(content instanceof HTMLElement)) return
  const day = content.querySelector<HTMLElement>('[role=grid] [tabindex="0"]')
  // The calendar may still be loading. It takes the focus by itself then.
  if (!day) return
  event.preventDefault()
  day.focus()
}
