import type { ComponentProps } from 'react'

import { TextField } from './text-field'

/**
 * A text field for whole numbers, which keeps an invalid entry visible for correction. A native number
 * field hides such an entry and changes with the mouse wheel.
 */
export function NumberField(props: ComponentProps<typeof TextField>) {
  return <TextField {...props} inputMode="numeric" className="tabular-nums" />
}
