import type { SlipWidth } from './shop-settings'

/** In millimetres, as in printed-slip.css. */
const rolls: Partial<Record<SlipWidth, { width: number; margin: number }>> = {
  '80mm': { width: 80, margin: 4 },
  '58mm': { width: 58, margin: 4 },
}

/** The longest slip in one piece. Printers cut longer paper at any place. */
const longestPiece = 2000

const pageHeight = { '80mm': 297, '58mm': 297, A4: 297 - 2 * 15 } satisfies Record<
  SlipWidth,
  number
>

interface PrintedElement {
  element: HTMLElement
  /** Names the pages of a slip that needs several. */
  title: string
  width: SlipWidth
}

/** Prints an element once its pictures are there. Resolves when the browser is done with it. */
export async function printElement(printed: PrintedElement, signal: AbortSignal): Promise<void> {
  const pictures = Array.from(printed.element.querySelectorAll('img'))
  // A slip without its logo is better than none.
  await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})))
  if (signal.aborted) return
  const removePageSize = addPageRule(pageRuleOf(printed))
  signal.addEventListener('abort', removePageSize)
  await new Promise<void>((resolve) => {
    const end = () => resolve()
    window.addEventListener('afterprint', end, { once: true, signal })
    window.print()
    // A browser without the event is done as well once the user goes on.
    for (const type of ['pointerdown', 'keydown'])
      window.addEventListener(type, end, { once: true, signal, capture: true })
  })
}

/** A roll is cut where the slip ends. Longer slips become pages with numbers. */
function pageRuleOf({ element, title, width }: PrintedElement) {
  const roll = rolls[width]
  const height = (element.getBoundingClientRect().height / 96) * 25.4
  const isInOnePiece = height <= (roll ? longestPiece : pageHeight[width])
  if (!isInOnePiece) {
    const number = `"${title}, page " counter(page) " of " counter(pages)`
    return `@page slip-${width} { margin-bottom: 15mm; @bottom-center { content: ${number}; font: 8pt sans-serif } }`
  }
  if (!roll) return ''
  // A page that is wider than high would be printed turned by 90 degrees.
  const length = Math.max(Math.ceil(height) + 2 * roll.margin + 1, roll.width + 1)
  return `@page slip-${width} { size: ${roll.width}mm ${length}mm }`
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
