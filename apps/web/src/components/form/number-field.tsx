import type { ComponentProps } from 'react'

import { TextField } from './text-field'

/**
 * A whole number, as text: what is no number stays there to be seen and mended, where the browser's
 * own number field hides it and changes with the mouse's wheel.
 */
export function NumberField(props: ComponentProps<typeof TextField>) {
  return <TextField {...props} inputMode="numeric" className="tabular-nums" />
}
