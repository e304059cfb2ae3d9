import { once } from 'node:events'
import { createWriteStream } from 'node:fs'

import { encodeQR } from 'qr'

import { type BarcodeKind, encodeBars } from '@/lib/barcodes/barcode-bars'

/** What the camera sees: a code, or nothing, for a number of seconds. */
export interface Shot {
  seconds: number
  ean13?: string
  code128?: string
  qr?: string
  /** Turns the code by 90 degrees. */
  isTurned?: boolean
}

const width = 640
const height = 480
const framesPerSecond = 5
/** Of bars, in pixels. */
const barHeight = 160
const paper = 0xeb
const ink = 0x10

/** Writes a film in the uncompressed format that Chromium plays as its camera. */
export async function writeFilm(file: string, shots: readonly Shot[]) {
  const film = createWriteStream(file)
  film.write(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420mpeg2\n`)
  const colours = Buffer.alloc((width * height) / 2, 0x80)
  for (const shot of shots) {
    const frame = Buffer.concat([Buffer.from('FRAME\n'), drawShot(shot), colours])
    for (let count = 0; count < shot.seconds * framesPerSecond; count += 1) film.write(frame)
  }
  film.end()
  await once(film, 'finish')
}

/** The brightness of each pixel. */
function drawShot({ isTurned = false, ...shot }: Shot) {
  const pixels = Buffer.alloc(width * height, paper)
  const rows = rowsOf(shot)
  const columns = rows[0]?.length ?? 0
  if (columns === 0) return pixels
  const side = Math.floor(((isTurned || rows.length > 1 ? height : width) * 0.9) / columns)
  const isBars = rows.length === 1
  const [wide, tall] = [side * columns, isBars ? barHeight : side * rows.length]
  const [left, top] = isTurned
    ? [(width - tall) / 2, (height - wide) / 2]
    : [(width - wide) / 2, (height - tall) / 2]
  for (let down = 0; down < tall; down += 1) {
    const row = rows[isBars ? 0 : Math.floor(down / side)]
    for (let across = 0; across < wide; across += 1) {
      if (!row?.[Math.floor(across / side)]) continue
      const [x, y] = isTurned ? [down, across] : [across, down]
      pixels[Math.floor(top + y) * width + Math.floor(left + x)] = ink
    }
  }
  return pixels
}

/** True is dark. Bars are one row. */
function rowsOf({ ean13: ean, code128: text, qr }: Shot): boolean[][] {
  if (qr !== undefined) return encodeQR(qr, 'raw', { ecc: 'medium', border: 2 })
  if (ean !== undefined) return [rowOf('ean13', ean)]
  return text === undefined ? [] : [rowOf('code128', text)]
}

function rowOf(kind: BarcodeKind, text: string) {
  const { bars, modules } = encodeBars(kind, text)
  const row = Array<boolean>(modules).fill(false)
  for (const { left, width: thick } of bars) row.fill(true, left, left + thick)
  return row
}
