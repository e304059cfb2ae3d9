import { crc32, deflateSync } from 'node:zlib'
import jpeg from 'jpeg-js'

/** A PNG of 2 x 2 pixels. */
export const smallPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEUlEQVR4nGPgj3EGIob/YAAAItcHV6nsEYwAAAAASUVORK5CYII=',
  'base64',
)

/** A picture of noise, which no codec can shrink. */
export function noise(width: number, height: number, channels = 4) {
  const data = new Uint8Array(width * height * channels)
  for (let index = 0; index < data.length; index += 1) data[index] = (index * 2_654_435_761) >>> 24
  return { width, height, data, channels: channels as 3 | 4 }
}

/** A square whose filters make small differences of colours that look random. Its alpha, if any, is 0. */
export function filteredPng(side: number, channels: 3 | 4): Buffer {
  const row = side * channels + 1
  const rows = Buffer.alloc(row * side)
  let seed = 1
  for (let at = 0; at < rows.length; at += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    const isFilter = at % row === 0
    const isAlpha = channels === 4 && (at % row) % 4 === 0
    if (isFilter) rows[at] = 1
    else rows[at] = isAlpha ? 0 : (seed >> 16) % 3
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 8
  header[9] = channels === 4 ? 6 : 2
  return Buffer.concat([
    smallPng.subarray(0, 8),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A PNG of 2 x 2 pixels with the colours #090807 and #010203. */
export function palettePng(indexes: number[]): Buffer {
  const rows = Buffer.from([
    0,
    indexes[0] ?? 0,
    indexes[1] ?? 0,
    0,
    indexes[2] ?? 0,
    indexes[3] ?? 0,
  ])
  const header = Buffer.from([0, 0, 0, 2, 0, 0, 0, 2, 8, 3, 0, 0, 0])
  const chunks = [
    ['IHDR', header],
    ['PLTE', Buffer.from([9, 8, 7, 1, 2, 3])],
    ['IDAT', deflateSync(rows)],
    ['IEND', Buffer.alloc(0)],
  ] as const
  return Buffer.concat([
    smallPng.subarray(0, 8),
    ...chunks.map(([type, data]) => chunk(type, data)),
  ])
}

export function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, sum])
}

export function withSize(width: number, height: number): Buffer {
  const png = Buffer.from(smallPng)
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

/** Says 2,000 x 2,000 pixels, and inflates to 200 MB. */
export const inflating = () =>
  Buffer.concat([
    withSize(2000, 2000).subarray(0, 33),
    chunk('IDAT', deflateSync(Buffer.alloc(200_000_000))),
    smallPng.subarray(-12),
  ])

/** A JPEG of 32 x 16 pixels with a bright corner at the top left, and with the orientation of a camera. */
export function turnedJpeg(orientation: number, order: 'II' | 'MM'): Buffer {
  const data = Buffer.alloc(32 * 16 * 4)
  for (let y = 0; y < 8; y += 1) data.fill(255, y * 32 * 4, (y * 32 + 8) * 4)
  const encoded = Buffer.from(jpeg.encode({ width: 32, height: 16, data }, 95).data)
  const isLittle = order === 'II'
  const exif = Buffer.alloc(36)
  exif.write('\xff\xe1\0\x22Exif\0\0', 'latin1')
  exif.write(order, 10)
  const write16 = (value: number, at: number) =>
    isLittle ? exif.writeUInt16LE(value, at) : exif.writeUInt16BE(value, at)
  write16(42, 12)
  // The first directory follows at offset 8, in the byte that is the lowest or the highest.
  exif[isLittle ? 14 : 17] = 8
  write16(1, 18)
  write16(0x0112, 20)
  write16(3, 22)
  exif[isLittle ? 24 : 27] = 1
  write16(orientation, 28)
  return Buffer.concat([encoded.subarray(0, 2), exif, encoded.subarray(2)])
}
