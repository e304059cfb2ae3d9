import { isRetailBarcode } from '@stockie/contracts'

import type { BarcodeKind, encodeBars } from '@/lib/barcodes/barcode-bars'

export const labelLayouts = {
  roll: { title: 'Roll, 50 x 30 mm', page: 'label-roll', perPage: 1, barcodeWidth: 49 },
  // 70 x 37 mm. Many printers leave 5 mm at the edge of the paper empty.
  a4: { title: 'A4, 24 labels', page: 'label-a4', perPage: 24, barcodeWidth: 60 },
} as const

export type LabelLayout = keyof typeof labelLayouts

/**
 * The widths of the thinnest bar in millimetres: three or two dots of a label printer with 8 dots a millimetre.
 * Phones and simple scanners read no thinner bars reliably.
 */
const moduleWidths = [0.375, 0.25]

/** The empty modules before and after the bars, without which a scanner finds no code. */
const quietModules = { ean13: [11, 7], code128: [10, 10] } as const

export interface LabelBarcode {
  /** The path of the bars in an SVG that is one unit high and as wide as there are modules. */
  path: string
  modules: number
  /** In millimetres, with the empty modules on both sides. */
  width: number
}

/** Draws a code for a label. Returns null if it is too long. */
export function drawBarcode(
  encode: typeof encodeBars,
  code: string,
  layout: LabelLayout,
): LabelBarcode | null {
  const { kind, text } = toBarcode(code)
  const { bars, modules: inked } = encode(kind, text)
  const [before, after] = quietModules[kind]
  const modules = before + inked + after
  const { barcodeWidth } = labelLayouts[layout]
  const moduleWidth = moduleWidths.find((width) => modules * width <= barcodeWidth)
  if (moduleWidth === undefined) return null
  const path = bars.map(({ left, width }) => `M${before + left} 0h${width}v1h-${width}z`).join('')
  return { path, modules, width: modules * moduleWidth }
}

/** A UPC-A is printed as the EAN-13 that is the same code. */
function toBarcode(code: string): { kind: BarcodeKind; text: string } {
  const digits = code.length === 12 ? `0${code}` : code
  const isEan13 = digits.length === 13 && isRetailBarcode(digits)
  return isEan13 ? { kind: 'ean13', text: digits } : { kind: 'code128', text: code }
}
