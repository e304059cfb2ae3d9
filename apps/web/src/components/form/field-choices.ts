import { createContext, type ReactNode } from 'react'

export interface ChoosableField {
  name: string
  label: string
  /** The text of a value, if the field does not show it as it is. */
  textOf?: ((value: unknown) => string) | undefined
}

/** What a form asks at one of its fields, such as which of two values to keep. */
export const FieldChoices = createContext<(field: ChoosableField) => ReactNode>(() => null)
