import './printed-part.css'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { createPortal } from 'react-dom'

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

interface PrintOptions {
  signal: AbortSignal
  pageRuleOf?: ((element: HTMLElement) => string) | undefined
}

/** Prints an element once its pictures are there. Resolves when the browser is done with it. */
async function printElement(element: HTMLElement, { signal, pageRuleOf }: PrintOptions) {
  const pictures = Array.from(element.querySelectorAll('img'))
  // A print without its pictures is better than none.
  await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})))
  if (signal.aborted) return
  const removePageRule = addPageRule(pageRuleOf?.(element) ?? '')
  signal.addEventListener('abort', removePageRule)
  const focused = document.activeElement
  await new Promise<void>((resolve) => {
    const end = () => resolve()
    window.addEventListener('afterprint', end, { once: true, signal })
    window.print()
    // A browser without the event is done as well once the user goes on.
    for (const type of ['pointerdown', 'keydown'])
      window.addEventListener(type, end, { once: true, signal, capture: true })
  })
  // A control that the print hides loses the focus.
  if (document.activeElement === document.body && focused instanceof HTMLElement)
    focused.focus({ preventScroll: true })
}

/** The policy of the page allows no <style>, but style sheets of scripts. Without them, the rules of the file apply. */
function addPageRule(rule: string) {
  if (!('adoptedStyleSheets' in document)) return () => {}
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rule)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  }
}
