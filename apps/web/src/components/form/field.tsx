import { useId, type ReactNode } from 'react'

import { Label } from '@/components/ui/label'

interface ControlProps {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

interface FieldProps {
  label: string
  error: string | undefined
  children: (control: ControlProps) => ReactNode
}

/** A label, its control, and a line kept free for what is wrong, so that nothing jumps. */
export function Field({ label, error, children }: FieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div data-slot="field" className="grid gap-1.5">
      <Label htmlFor={id}>{label}</Label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': error === undefined ? undefined : errorId,
      })}
      <p id={errorId} className="min-h-4.5 text-[0.8125rem]/4.5 text-destructive">
        {error}
      </p>
    </div>
  )
}
