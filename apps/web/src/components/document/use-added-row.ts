import { useState } from 'react'

interface Row {
  id: number
}

/** The record that was added on this screen last, until the list has it. */
export function useAddedRow<Added extends Row>(list: readonly Row[] | undefined) {
  const [added, setAdded] = useState<Added | null>(null)
  if (added && list?.some(({ id }) => id === added.id)) setAdded(null)
  return [added, setAdded] as const
}
