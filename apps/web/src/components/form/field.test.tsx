import { render } from '@testing-library/react'
import { expect, test } from 'vitest'

import { DateField } from '@/components/date/date-field'

import { Field } from './field'

interface Notes {
  error?: string
  warning?: string
}

const fields = {
  Field: ({ error, warning }: Notes) => (
    <Field label="Name" error={error} warning={warning}>
      {(control) => <input {...control} />}
    </Field>
  ),
  DateField: ({ error, warning }: Notes) => (
    <DateField value="2026-11-21" error={error} warning={warning} onChange={() => {}} />
  ),
}

test.each(Object.entries(fields))(
  'a %s announces its warning, but not its error',
  (_name, Shown) => {
    const { container, rerender } = render(<Shown />)
    const note = container.querySelector('[aria-live=polite]')
    expect(note?.textContent).toBe('')
    rerender(<Shown warning="Another customer has this name." />)
    expect(note?.textContent).toBe('Another customer has this name.')
    expect(container.querySelector('[aria-live=polite]')).toBe(note)
    // The focus moves to the field, which announces it.
    rerender(<Shown warning="Another customer has this name." error="Name is required" />)
    expect(note?.textContent).toBe('Name is required')
    expect(container.querySelector('[aria-live]')).toBeNull()
  },
)
