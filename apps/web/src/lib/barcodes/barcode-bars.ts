import { code128, ean13 } from '@bwip-js/browser'

export type BarcodeKind = 'ean13' | 'code128'

/** The dark bars of a code, in modules: the width of its thinnest bar. */
export interface BarcodeBars {
  bars: { left: number; width: number }[]
  modules: number
}

const encoders = { ean13, code128 }

/** Encodes a text. An EAN-13 has 13 digits with a right check digit, and Code 128 takes printable ASCII. */
export function encodeBars(kind: BarcodeKind, text: string): BarcodeBars {
  const bars: BarcodeBars['bars'] = []
  encoders[kind]<void>(
    { bcid: kind, text, scale: 1 },
    {
      ...noDrawing,
      // The library draws a bar as a line and gives its middle, rounded up.
      line: (middle, _bottom, _middle, _top, width) => {
        bars.push({ left: middle - Math.ceil(width / 2), width })
      },
    },
  )
  const last = bars.at(-1)
  return { bars, modules: last ? last.left + last.width : 0 }
}

const noDrawing = {
  scale: () => null,
  measure: () => ({ width: 0, ascent: 0, descent: 0 }),
  init: () => {},
  polygon: () => {},
  hexagon: () => {},
  ellipse: () => {},
  fill: () => {},
  text: () => {},
  end: () => {},
}
