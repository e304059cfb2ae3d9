import { scanGrayBuffer, ZBarSymbolType } from '@undecaf/zbar-wasm'

import { multiply, readPdf } from '../pdf-pages'

/** In millimetres. */
interface Size {
  width: number
  height: number
}

/** A filled rectangle, in millimetres from the top left corner of the page. */
interface Box extends Size {
  left: number
  top: number
}

/** Of a simple label printer. */
const dotsPerMillimetre = 8

/**
 * Decodes the bars of each label of a printed PDF, row by row, with a decoder that Stockie does not use. Each label
 * becomes a picture of black and white dots, as on paper.
 */
export async function readPrintedCodes(file: Buffer, label: Size) {
  const codes: string[][] = []
  for (const page of readPdf(file)) {
    const boxes = readBoxes(page.content, page.height)
    for (let top = 0; top + label.height <= page.height + 1; top += label.height) {
      for (let left = 0; left + label.width <= page.width + 1; left += label.width) {
        const inside = boxes.filter((box) => isInside(box, { left, top, ...label }))
        if (inside.length > 0) codes.push(await decode(inside, { left, top, ...label }))
      }
    }
  }
  return codes
}

function isInside(box: Box, area: Box) {
  const [x, y] = [box.left + box.width / 2 - area.left, box.top + box.height / 2 - area.top]
  return x >= 0 && x < area.width && y >= 0 && y < area.height
}

async function decode(boxes: readonly Box[], area: Box) {
  const toDots = (millimetres: number) => Math.round(millimetres * dotsPerMillimetre)
  const [width, height] = [toDots(area.width), toDots(area.height)]
  const dots = new Uint8Array(width * height).fill(255)
  for (const box of boxes) {
    const [left, right] = [box.left, box.left + box.width].map((x) => toDots(x - area.left))
    const [top = 0, bottom = 0] = [box.top, box.top + box.height].map((y) => toDots(y - area.top))
    for (let row = top; row < bottom; row += 1) {
      dots.fill(0, row * width + (left ?? 0), row * width + (right ?? 0))
    }
  }
  const symbols = await scanGrayBuffer(dots.buffer, width, height)
  return symbols.map((symbol) => `${ZBarSymbolType[symbol.type]} ${symbol.decode()}`)
}

const operation = /\b(q|Q)\b|((?:[-\d.]+ ){6})cm|([-\d.]+) ([-\d.]+) ([ml])\b|\b([fn])\b/g

/** The bars are paths of rectangles. A path that only clips is not filled. */
function readBoxes(content: string, pageHeight: number): Box[] {
  const boxes: Box[] = []
  const saved: (readonly number[])[] = []
  let matrix: readonly number[] = []
  let path: [number, number][][] = []
  for (const [, state, numbers, x, y, draw, end] of content.matchAll(operation)) {
    if (state === 'q') saved.push(matrix)
    else if (state === 'Q') matrix = saved.pop() ?? []
    else if (numbers !== undefined) matrix = multiply(numbers.trim().split(' ').map(Number), matrix)
    else if (draw !== undefined) {
      if (draw === 'm') path.push([])
      const [, , , , across = 0, up = 0] = multiply([1, 0, 0, 1, Number(x), Number(y)], matrix)
      path.at(-1)?.push([toMillimetres(across), pageHeight - toMillimetres(up)])
    } else {
      if (end === 'f') boxes.push(...path.map(boxOf))
      path = []
    }
  }
  return boxes
}

function boxOf(corners: readonly [number, number][]): Box {
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top }
}

function toMillimetres(points: number) {
  return (points / 72) * 25.4
}
