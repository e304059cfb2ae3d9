import type { ComponentProps } from 'react'

import { Textarea } from '@/components/ui/textarea'

import { Field } from './field'

interface TextAreaFieldProps extends ComponentProps<'textarea'> {
  label: string
  error: string | undefined
}

export function TextAreaField({ label, error, ...props }: TextAreaFieldProps) {
  return (
    <Field name={props.name} label={label} error={error}>
      {(control) => <Textarea {...props} {...control} />}
    </Field>
  )
}
