import { useId, type RefObject } from 'react'

import { DatePicker } from '@/components/date/date-picker'
import { Button } from '@/components/ui/button'

interface DocumentDateProps {
  buttonRef: RefObject<HTMLButtonElement | null>
  value: string
  today: string
  error: string | undefined
  onChange: (day: string) => void
  onToday: () => void
}

/** The date of a document. It stays after a submit, so a note warns if it is not today. */
export function DocumentDate(props: DocumentDateProps) {
  const { buttonRef, value, today, error, onChange, onToday } = props
  const noteId = useId()
  const isNotToday = error === undefined && value !== '' && value !== today

  function goBack() {
    // The button disappears, so the date's button takes its focus.
    buttonRef.current?.focus()
    onToday()
  }

  return (
    <div className="grid content-start gap-1.5">
      <DatePicker
        ref={buttonRef}
        label="Date"
        value={value}
        noteId={isNotToday || error !== undefined ? noteId : undefined}
        isInvalid={error !== undefined}
        canClear
        onChange={onChange}
      />
      {/* Reserved, so that nothing moves when a note appears. */}
      <div className="flex min-h-4.5 gap-x-1.5 text-[0.8125rem]/4.5">
        {error !== undefined && (
          <p id={noteId} className="text-destructive">
            {error}
          </p>
        )}
        {isNotToday && (
          <>
            <p id={noteId} className="text-warning">
              Not today.
            </p>
            <Button
              type="button"
              variant="link"
              size="text"
              className="relative text-[0.8125rem]/4.5 text-warning after:absolute after:-inset-x-2 after:-inset-y-2"
              onClick={goBack}
            >
              Back to today
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
