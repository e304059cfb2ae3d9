import './printed-part.css'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { createPortal } from 'react-dom'

import { printElement } from './print-element'

interface PrintedPartProps {
  /** The named page of a style sheet, which sets the size of the paper. */
  page: string
  /** Returns a rule for that page which depends on the laid-out part. */
  pageRuleOf?: (part: HTMLElement) => string
  /** Called after the print. The part should be removed then. */
  onPrinted: () => void
  children: ReactNode
}

/** Prints its children instead of the page, once, while it is mounted. The screen does not show it. */
export function PrintedPart({ page, pageRuleOf, onPrinted, children }: PrintedPartProps) {
  const part = useRef<HTMLDivElement>(null)
  const print = useEffectEvent(async (signal: AbortSignal) => {
    if (part.current) await printElement(part.current, { signal, pageRuleOf })
    if (!signal.aborted) onPrinted()
  })

  useEffect(() => {
    const printing = new AbortController()
    void print(printing.signal)
    return () => printing.abort()
  }, [])

  return createPortal(
    // Beside the app, because the print hides all of it.
    <div ref={part} data-slot="printed-part" data-page={page}>
      {children}
    </div>,
    document.body,
  )
}
