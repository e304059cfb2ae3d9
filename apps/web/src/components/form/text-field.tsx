import type { ComponentProps } from 'react'

import { Input } from '@/components/ui/input'

import { Field } from './field'

interface TextFieldProps extends ComponentProps<'input'> {
  label: string
  error: string | undefined
  warning?: string | undefined
  hint?: string | undefined
}

export function TextField({ label, error, warning, hint, ...props }: TextFieldProps) {
  return (
    <Field name={props.name} label={label} error={error} warning={warning} hint={hint}>
      {(control) => <Input {...props} {...control} />}
    </Field>
  )
}
