import { useCallback, useState } from 'react'

/** The ids that are selected. Those of rows that are gone are forgotten. */
export function useSelection<Row>(rows: readonly Row[] | undefined, getId: (row: Row) => number) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [heldAgainst, setHeldAgainst] = useState(rows)

  if (rows && rows !== heldAgainst) {
    setHeldAgainst(rows)
    if (selected.size > 0) {
      setSelected(new Set(rows.map(getId).filter((id) => selected.has(id))))
    }
  }
  const toggle = useCallback((id: number) => {
    setSelected((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  }, [])
  return { selected, select: setSelected, toggle }
}
