import { format } from 'date-fns'
import { DayPicker, type Modifiers } from 'react-day-picker'

import { parseDay, toDay } from '@/lib/dates'
import { useToday } from '@/lib/hooks/use-today'

import { CalendarNav } from './calendar-nav'

interface CalendarProps {
  /** 'yyyy-MM-dd', or '' for no day. */
  value: string
  onChange: (day: string) => void
  /** The last day that can be chosen. */
  last?: string | undefined
}

const classNames = {
  root: 'relative w-fit',
  month_caption: 'flex h-10 items-center justify-center',
  caption_label: 'text-sm font-semibold',
  month_grid: 'mt-1 border-collapse',
  weekday: 'size-10 text-xs font-medium text-muted-foreground',
  day: 'group p-0',
  // Today is underlined and the chosen day is filled and bold, so that neither depends on colour
  // alone.
  day_button: `relative inline-flex size-10 items-center justify-center rounded-md text-sm
    tabular-nums outline-none hover:bg-accent hover:text-accent-foreground
    focus-visible:ring-[3px] focus-visible:ring-ring/60 group-data-outside:text-muted-foreground
    group-data-today:font-semibold group-data-today:after:absolute
    group-data-today:after:bottom-1.5 group-data-today:after:h-0.5 group-data-today:after:w-4
    group-data-today:after:rounded-full group-data-today:after:bg-current
    disabled:pointer-events-none disabled:opacity-40
    group-data-selected:bg-primary group-data-selected:font-semibold
    group-data-selected:text-primary-foreground forced-colors:group-data-selected:border-2`,
}

/** A month to choose a day from. It opens with the focus on the chosen day. */
export function Calendar({ value, onChange, last }: CalendarProps) {
  const today = useToday()
  const selected = value === '' ? undefined : parseDay(value)
  return (
    <DayPicker
      mode="single"
      required
      // The user opens it to choose a day; the keyboard has no other way to the days.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      weekStartsOn={1}
      fixedWeeks
      showOutsideDays
      today={parseDay(today)}
      disabled={last === undefined ? undefined : { after: parseDay(last) }}
      defaultMonth={selected ?? parseDay(today)}
      selected={selected}
      onSelect={(day) => onChange(toDay(day))}
      components={{ Nav: CalendarNav }}
      labels={{ labelDayButton: nameDay }}
      classNames={classNames}
    />
  )
}

/** Contains the visible number: voice control clicks a button by its visible text. */
function nameDay(day: Date, { today, selected }: Modifiers) {
  const name = format(day, 'EEEE d MMMM yyyy')
  return [today && 'Today', name, selected && 'selected'].filter(Boolean).join(', ')
}
