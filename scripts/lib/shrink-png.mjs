import { crc32, deflateSync, inflateSync } from 'node:zlib'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
/** As many as one byte a pixel can name. */
const most = 256

/** The same picture as a PNG of 256 colours, a third as large: a screen has few more of them. */
export function shrinkPng(png) {
  const { width, height, pixels } = readPng(png)
  const palette = choosePalette(pixels)
  const rows = Buffer.alloc(height * (width + 1))
  const indexOf = indexer(palette)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      rows[y * (width + 1) + 1 + x] = indexOf(pixels[y * width + x])
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3], 8)
  const colours = Buffer.from(palette.flatMap(parts))
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The colour of every pixel, as 0xrrggbb. Reads what Chromium writes: 8 bits, not interlaced. */
export function readPng(png) {
  const chunks = chunksOf(png)
  const header = chunks.find(({ type }) => type === 'IHDR').data
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const size = { 2: 3, 3: 1, 6: 4 }[header.readUInt8(9)]
  const colours = chunks.find(({ type }) => type === 'PLTE')?.data
  const data = chunks.filter(({ type }) => type === 'IDAT').map((one) => one.data)
  const bytes = unfilter(inflateSync(Buffer.concat(data)), width * size, height, size)
  const pixels = new Uint32Array(width * height)
  for (let at = 0; at < pixels.length; at += 1) {
    pixels[at] =
      size === 1 ? colours.readUIntBE(bytes.readUInt8(at) * 3, 3) : bytes.readUIntBE(at * size, 3)
  }
  return { width, height, pixels }
}

function chunksOf(png) {
  const chunks = []
  for (let at = signature.length; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const type = png.toString('latin1', at + 4, at + 8)
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + png.readUInt32BE(at)) })
  }
  return chunks
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/** Each byte was written as its difference from what the filter of its row foretells. */
function unfilter(filtered, stride, height, size) {
  const bytes = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y += 1) {
    const filter = filtered[y * (stride + 1)]
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x
      const left = x < size ? 0 : bytes.readUInt8(at - size)
      const up = y === 0 ? 0 : bytes.readUInt8(at - stride)
      const corner = x < size || y === 0 ? 0 : bytes.readUInt8(at - stride - size)
      bytes[at] = filtered.readUInt8(y * (stride + 1) + 1 + x) + foretell(filter, left, up, corner)
    }
  }
  return bytes
}

function foretell(filter, left, up, corner) {
  if (filter === 0) return 0
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  const guess = left + up - corner
  const fromLeft = Math.abs(guess - left)
  const fromUp = Math.abs(guess - up)
  const fromCorner = Math.abs(guess - corner)
  if (fromLeft <= fromUp && fromLeft <= fromCorner) return left
  return fromUp <= fromCorner ? up : corner
}

/** The colours met most, but none that is too near to another: a rare one counts, too. */
function choosePalette(pixels) {
  const counts = new Map()
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1)
  const byCount = [...counts].toSorted(([one, a], [other, b]) => b - a || one - other)
  const colours = byCount.map(([colour]) => colour)
  for (let apart = 0; ; apart += 4) {
    const palette = thinOut(colours, apart ** 2)
    if (palette.length <= most) return palette
  }
}

function thinOut(colours, apart) {
  if (apart === 0) return colours
  const palette = []
  for (const colour of colours) {
    if (palette.every((one) => distance(one, colour) > apart)) palette.push(colour)
    if (palette.length > most) break
  }
  return palette
}

/** Where in the palette a colour is, or the one nearest to it. */
function indexer(palette) {
  const places = new Map(palette.map((colour, at) => [colour, at]))
  return (colour) => {
    if (!places.has(colour)) places.set(colour, nearest(palette, colour))
    return places.get(colour)
  }
}

function nearest(palette, colour) {
  let best = 0
  let least = Infinity
  for (const [at, one] of palette.entries()) {
    const far = distance(one, colour)
    if (far < least) [best, least] = [at, far]
  }
  return best
}

function distance(one, other) {
  const red = (one >> 16) - (other >> 16)
  const green = ((one >> 8) & 255) - ((other >> 8) & 255)
  const blue = (one & 255) - (other & 255)
  return red ** 2 + green ** 2 + blue ** 2
}

const parts = (colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]
