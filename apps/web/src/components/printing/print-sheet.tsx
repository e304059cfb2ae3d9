import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'

interface PrintSheetProps {
  /** The named page of print.css, which sets the size of the paper. */
  page: 'label-roll' | 'label-a4'
  /** Called after the print dialog. The sheet should be removed then. */
  onDone: () => void
  children: ReactNode
}

/** Prints its children alone, as soon as it is mounted. The screen does not show it. */
export function PrintSheet({ page, onDone, children }: PrintSheetProps) {
  const done = useEffectEvent(onDone)

  useEffect(() => {
    const finish = () => done()
    window.addEventListener('afterprint', finish)
    window.print()
    return () => window.removeEventListener('afterprint', finish)
  }, [])

  return createPortal(
    <div data-slot="print-sheet" data-page={page}>
      {children}
    </div>,
    document.body,
  )
}
