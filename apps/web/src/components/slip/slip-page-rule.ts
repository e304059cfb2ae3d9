import type { SlipWidth } from './shop-settings'

/** In millimetres, as in printed-slip.css. */
const rolls: Partial<Record<SlipWidth, { width: number; margin: number }>> = {
  '80mm': { width: 80, margin: 4 },
  '58mm': { width: 58, margin: 4 },
}

/** The longest slip in one piece. Printers cut longer paper at any place. */
const longestPiece = 2000

/** The height of A4 without its margins. */
const pageHeight = 297 - 2 * 15

interface SlipPages {
  /** Names the pages of a slip that needs several. */
  title: string
  width: SlipWidth
}

/** A roll is cut where the slip ends. Longer slips become pages with numbers. */
export function slipPageRule(part: HTMLElement, { title, width }: SlipPages) {
  const roll = rolls[width]
  const pixels = part.firstElementChild?.getBoundingClientRect().height ?? 0
  const height = (pixels / 96) * 25.4
  const isInOnePiece = height <= (roll ? longestPiece : pageHeight)
  if (!isInOnePiece) {
    const number = `"${title}, page " counter(page) " of " counter(pages)`
    return `@page slip-${width} { margin-bottom: 15mm; @bottom-center { content: ${number}; font: 8pt sans-serif } }`
  }
  if (!roll) return ''
  // A page that is wider than high would be printed turned by 90 degrees.
  const length = Math.max(Math.ceil(height) + 2 * roll.margin + 1, roll.width + 1)
  return `@page slip-${width} { size: ${roll.width}mm ${length}mm }`
}
