import { useCallback, useState } from 'react'

/**
 * The row whose details are open, in its latest version on any page of the list. A row that was
 * deleted or is being closed keeps its last version.
 */
export function useOpenedRow<Row extends object>(
  list: readonly Row[] | undefined,
  getId: (row: Row) => number,
) {
  const [row, setRow] = useState<Row | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const latest = row && list?.find((listed) => getId(listed) === getId(row))
  if (latest && latest !== row) setRow(latest)

  const open = useCallback((opened: Row) => {
    setRow(opened)
    setIsOpen(true)
  }, [])
  const close = useCallback(() => setIsOpen(false), [])

  return { row, isOpen, open, close }
}
