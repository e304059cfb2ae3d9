import { useCallback, useState } from 'react'

/**
 * The row whose details are open, as the list has it now, on whichever page. One that was deleted
 * meanwhile stays as it was last, as does one that is being closed.
 */
export function useOpenedRow<Row extends object>(
  list: readonly Row[] | undefined,
  getId: (row: Row) => number,
) {
  const [row, setRow] = useState<Row | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const now = row && list?.find((one) => getId(one) === getId(row))
  if (now && now !== row) setRow(now)

  const open = useCallback((opened: Row) => {
    setRow(opened)
    setIsOpen(true)
  }, [])
  const close = useCallback(() => setIsOpen(false), [])

  return { row, isOpen, open, close }
}
