import type { ComponentProps, ReactNode } from 'react'

import { Input } from '@/components/ui/input'

import { Field } from './field'

interface TextFieldProps extends ComponentProps<'input'> {
  label: string
  error: string | undefined
  warning?: string | undefined
  hint?: string | undefined
  /** A button beside the input. */
  action?: ReactNode
}

export function TextField({ label, error, warning, hint, action, ...props }: TextFieldProps) {
  return (
    <Field name={props.name} label={label} error={error} warning={warning} hint={hint}>
      {(control) => {
        const input = <Input {...props} {...control} />
        if (!action) return input
        return (
          <div className="flex gap-2">
            {input}
            {action}
          </div>
        )
      }}
    </Field>
  )
}
