import { useImperativeHandle, useLayoutEffect, useRef, type Ref, type RefObject } from 'react'

export interface LinesTableHandle {
  /** Of a line that may be there only with the next drawing. */
  focusQuantity: (productId: number) => void
}

interface LineFocus {
  ref: Ref<LinesTableHandle> | undefined
  table: RefObject<HTMLTableElement | null>
  lines: readonly { line: { productId: number } }[]
  onLeave: () => void
}

/** Where the focus goes when lines come and go. */
export function useLineFocus({ ref, table, lines, onLeave }: LineFocus) {
  const awaited = useRef<number>(null)

  const partOf = (productId: number | undefined, part: string) =>
    table.current?.querySelector<HTMLElement>(`[data-line="${productId}"] ${part}`)

  function focusQuantity(productId: number) {
    const quantity = partOf(productId, '[data-slot=quantity]')
    awaited.current = quantity ? null : productId
    quantity?.focus()
  }

  useImperativeHandle(ref, () => ({ focusQuantity }))

  useLayoutEffect(() => {
    if (awaited.current !== null) focusQuantity(awaited.current)
  })

  /** Before it goes: to the button that does the same for its neighbour. */
  function leaveLine(productId: number) {
    const at = lines.findIndex(({ line }) => line.productId === productId)
    const neighbour = lines[at + 1] ?? lines[at - 1]
    if (neighbour) partOf(neighbour.line.productId, '[data-slot=remove]')?.focus()
    else onLeave()
  }

  /** Before its mark goes, and the button in it. */
  function stayOnLine(productId: number) {
    partOf(productId, 'th')?.focus()
  }

  return { leaveLine, stayOnLine }
}
