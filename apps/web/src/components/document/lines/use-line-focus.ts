import { type Ref, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from 'react'

/** Shows which one it was. Where nothing should move, the colour stays for as long, and goes. */
function highlightRow(row: HTMLElement) {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const backgroundColor = ['color-mix(in srgb, var(--primary) 22%, transparent)', 'transparent']
  row.animate({ backgroundColor }, { duration: 1200, easing: isStill ? 'step-end' : 'ease-in' })
}

export interface LinesTableHandle {
  /** Of a line that may be there only with the next drawing. */
  focusQuantity: (productId: number) => void
  /** The same, without the focus: on a phone a keyboard would come up. */
  showLine: (productId: number) => void
}

interface LineFocus {
  ref: Ref<LinesTableHandle> | undefined
  table: RefObject<HTMLTableElement | null>
  lines: readonly { line: { productId: number } }[]
  onLeave: () => void
}

/** Where the focus goes when lines come and go. */
export function useLineFocus({ ref, table, lines, onLeave }: LineFocus) {
  const awaited = useRef<{ productId: number; show: (row: HTMLElement) => void }>(null)

  const rowOf = (productId: number) =>
    table.current?.querySelector<HTMLElement>(`[data-line="${productId}"]`)

  const partOf = (productId: number, part: string) =>
    rowOf(productId)?.querySelector<HTMLElement>(part)

  function showBy(productId: number, show: (row: HTMLElement) => void) {
    const row = rowOf(productId)
    awaited.current = row ? null : { productId, show }
    if (!row) return
    show(row)
    highlightRow(row)
  }

  useImperativeHandle(ref, () => ({
    focusQuantity: (productId) =>
      showBy(productId, (row) => row.querySelector<HTMLElement>('[data-slot=quantity]')?.focus()),
    showLine: (productId) => showBy(productId, (row) => row.scrollIntoView({ block: 'nearest' })),
  }))

  useLayoutEffect(() => {
    if (awaited.current) showBy(awaited.current.productId, awaited.current.show)
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
