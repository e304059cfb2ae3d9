import { useContext, useId, type ReactNode } from 'react'

import { Label } from '@/components/ui/label'
import { cn } from '@/lib/cn'

import { FieldChoices } from './field-choices'

interface ControlProps {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

interface FieldProps {
  /** The form's name of the field, for what the form asks about it. */
  name?: string | undefined
  label: string
  error: string | undefined
  /** A remark on a value that is accepted; an error replaces it. */
  warning?: string | undefined
  /** Help for the field; an error or a warning replaces it. */
  hint?: string | undefined
  /** The text of a value in a question, if the field does not show the value itself. */
  textOf?: (value: unknown) => string
  children: (control: ControlProps) => ReactNode
}

/** A label, its control, and a reserved line for an error, so that nothing moves when one appears. */
export function Field({ name, label, error, warning, hint, textOf, children }: FieldProps) {
  const choiceOf = useContext(FieldChoices)
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? warning ?? hint
  return (
    <div data-slot="field" className="grid content-start gap-1.5">
      <Label id={`${id}-label`} htmlFor={id}>
        {label}
      </Label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': note === undefined ? undefined : noteId,
      })}
      {name !== undefined && choiceOf({ name, label, textOf })}
      <p
        id={noteId}
        // Its field announces an error, because the focus moves to it.
        aria-live={error === undefined ? 'polite' : undefined}
        className={cn(
          'min-h-4.5 text-[0.8125rem]/4.5',
          error !== undefined && 'text-destructive',
          error === undefined && (warning === undefined ? 'text-muted-foreground' : 'text-warning'),
        )}
      >
        {note}
      </p>
    </div>
  )
}
