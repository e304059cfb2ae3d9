import { type ComponentProps, type Ref, useContext, useId } from 'react'

import { FieldChoices } from '@/components/form/field-choices'
import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { formatDayNumeric } from '@/lib/format'
import { useMergedRef } from '@/lib/hooks/use-merged-ref'

import { DatePicker } from './date-picker'

interface DateFieldProps extends Omit<
  ComponentProps<typeof DatePicker>,
  'label' | 'noteId' | 'isInvalid'
> {
  ref?: Ref<HTMLButtonElement>
  error: string | undefined
  /** A remark on a day that is accepted; an error replaces it. */
  warning: string | undefined
  /** Shows a button beside the warning. */
  onToday?: (() => void) | undefined
}

/** The date of a document or an expense, with a line for a note. */
export function DateField({ ref, error, warning, onToday, ...picker }: DateFieldProps) {
  const buttonRef = useMergedRef(ref ?? null)
  const noteId = useId()
  const choiceOf = useContext(FieldChoices)
  const note = error ?? warning

  function goBack() {
    // The button disappears, so the date's button takes its focus.
    buttonRef.current?.focus()
    onToday?.()
  }

  return (
    <div className="grid content-start gap-1.5">
      <DatePicker
        {...picker}
        ref={buttonRef}
        label="Date"
        noteId={note === undefined ? undefined : noteId}
        isInvalid={error !== undefined}
      />
      {picker.name !== undefined &&
        choiceOf({
          name: picker.name,
          label: 'Date',
          textOf: (day) => formatDayNumeric(String(day)),
        })}
      {/* Reserved, so that nothing moves when a note appears. */}
      <div className="flex min-h-4.5 flex-wrap gap-x-1.5 text-[0.8125rem]/4.5">
        <p
          id={noteId}
          aria-live={error === undefined ? 'polite' : undefined}
          className={cn(error === undefined ? 'text-warning' : 'text-destructive')}
        >
          {note}
        </p>
        {error === undefined && warning !== undefined && onToday && (
          <Button
            type="button"
            variant="link"
            size="text"
            className="relative text-[0.8125rem]/4.5 text-warning after:absolute after:-inset-x-2 after:-inset-y-2"
            onClick={goBack}
          >
            Back to today
          </Button>
        )}
      </div>
    </div>
  )
}
