import { type Ref, type RefObject, useImperativeHandle } from 'react'

/** Highlights a row with a fading colour. With reduced motion the colour stays and ends without a fade. */
function highlightRow(row: HTMLElement) {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const backgroundColor = ['color-mix(in srgb, var(--primary) 22%, transparent)', 'transparent']
  row.animate({ backgroundColor }, { duration: 1200, easing: isStill ? 'step-end' : 'ease-in' })
}

export interface LinesTableHandle {
  /** Focuses and selects the quantity of a line. */
  focusQuantity: (productId: number) => void
  /** Shows a line without the focus, which would open a phone's keyboard. */
  showLine: (productId: number) => void
}

interface LineFocus {
  ref: Ref<LinesTableHandle> | undefined
  table: RefObject<HTMLTableElement | null>
  lines: readonly { line: { productId: number } }[]
  onLeave: () => void
}

/** Moves the focus when lines are added and removed. */
export function useLineFocus({ ref, table, lines, onLeave }: LineFocus) {
  const findRow = (productId: number) =>
    table.current?.querySelector<HTMLElement>(`[data-line="${productId}"]`)

  const findInRow = (productId: number, part: string) =>
    findRow(productId)?.querySelector<HTMLElement>(part)

  function showRow(productId: number, show: (row: HTMLElement) => void) {
    const row = findRow(productId)
    if (!row) return
    show(row)
    highlightRow(row)
  }

  useImperativeHandle(ref, () => ({
    focusQuantity: (productId) =>
      showRow(productId, (row) => row.querySelector<HTMLElement>('[data-slot=quantity]')?.focus()),
    showLine: (productId) => showRow(productId, (row) => row.scrollIntoView({ block: 'nearest' })),
  }))

  /** Before a line is removed, moves the focus to the delete button of its neighbour. */
  function leaveLine(productId: number) {
    const index = lines.findIndex(({ line }) => line.productId === productId)
    const neighbour = lines[index + 1] ?? lines[index - 1]
    if (neighbour) findInRow(neighbour.line.productId, '[data-slot=remove]')?.focus()
    else onLeave()
  }

  /** Before a mark disappears with its button, moves the focus to the line's name. */
  function stayOnLine(productId: number) {
    findInRow(productId, 'th')?.focus()
  }

  return { leaveLine, stayOnLine }
}
