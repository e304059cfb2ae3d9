import type { ComponentProps } from 'react'

import { TextField } from '@/components/form/text-field'

type AmountFieldProps = Omit<ComponentProps<typeof TextField>, 'onChange'> & {
  onChange: (text: string) => void
}

/** A field for dollars and cents. */
export function AmountField({ onChange, ...field }: AmountFieldProps) {
  return (
    <TextField
      placeholder="0.00"
      inputMode="decimal"
      {...field}
      className="tabular-nums"
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
