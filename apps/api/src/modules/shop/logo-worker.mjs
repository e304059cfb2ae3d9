// Plain JavaScript, because it must run without a build. Pictures come from outside, so they are decoded in a
// thread of their own, which ends after each one.
import { inflateSync } from 'node:zlib'
import { parentPort, workerData } from 'node:worker_threads'
import { convertIndexedToRgb, decode, encode } from 'fast-png'
import jpeg from 'jpeg-js'

/** @type {{ file: Uint8Array, side: number, bytes: number }} */
const { file, side, bytes } = workerData

/** A picture that is refused. The message is for its user. */
class RefusedPicture extends Error {}

const sideText = side.toLocaleString('en')
const tooLarge = () => new RefusedPicture(`The logo must have at most ${sideText} pixels a side.`)

const tooDetailed = () => new RefusedPicture('The logo has too many details: choose a smaller one.')

const isPng = () => Buffer.from(file.subarray(0, 8)).toString('latin1') === '\x89PNG\r\n\x1a\n'
const isJpeg = () => file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff

/** @param {{ width: number, height: number }} picture */
function assertSize({ width, height }) {
  if (width > side || height > side) throw tooLarge()
}

/** The chunks with the pixels. Any other could inflate to any size, so the decoder gets none. */
const pixelChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])

function readPixelChunks() {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const chunks = []
  for (let at = 8; at + 12 <= file.length; at += view.getUint32(at) + 12) {
    const type = Buffer.from(file.subarray(at + 4, at + 8)).toString('latin1')
    const whole = file.subarray(at, at + view.getUint32(at) + 12)
    if (pixelChunks.has(type)) chunks.push({ type, whole, data: whole.subarray(8, -4) })
  }
  return chunks
}

function encodePng() {
  const chunks = readPixelChunks()
  const headers = chunks.filter(({ type }) => type === 'IHDR')
  if (headers.length !== 1 || headers[0] !== chunks[0]) throw new Error('A PNG has one header.')
  // A huge picture is refused before it is decoded.
  const header = Buffer.from(headers[0].data)
  assertSize({ width: header.readUInt32BE(0), height: header.readUInt32BE(4) })
  const rows = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)
  // No more than any picture of the largest size: 4 channels of 16 bits.
  inflateSync(Buffer.concat(rows), { maxOutputLength: (side * 8 + 8) * side })
  const pixels = Buffer.concat([file.subarray(0, 8), ...chunks.map(({ whole }) => whole)])
  const picture = withoutPalette(decode(pixels, { checkCrc: true }))
  for (const level of /** @type {const} */ ([3, 9])) {
    const data = encode(picture, { zlib: { level } })
    if (data.length <= bytes) return { type: 'image/png', data }
  }
  // A photo may grow, because the encoder of the library uses no filters.
  return encodeSmallJpeg(toOpaque(picture))
}

/** @typedef {{ width: number, height: number, data: ArrayLike<number>, channels: number, depth: number }} Pixels */

/** @param {import('fast-png').DecodedPng} picture */
function withoutPalette(picture) {
  const { width, height, depth } = picture
  if (!picture.palette)
    return { width, height, data: picture.data, channels: picture.channels, depth }
  const data = convertIndexedToRgb(picture)
  return {
    width,
    height,
    data,
    channels: data.length / (width * height),
    depth: /** @type {const} */ (8),
  }
}

/** On white, as on paper. A JPEG has no transparency. */
function toOpaque(/** @type {Pixels} */ { width, height, data, channels, depth }) {
  if (depth < 8) throw tooDetailed()
  const most = 2 ** depth - 1
  const hasAlpha = channels % 2 === 0
  const colors = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let index = 0; index < width * height; index += 1) {
    const at = index * channels
    const alpha = hasAlpha ? (data[at + channels - 1] ?? 0) / most : 1
    for (let color = 0; color < 3; color += 1) {
      const value = (data[at + (channels < 3 ? 0 : color)] ?? 0) / most
      colors[index * 4 + color] = 255 * (value * alpha + 1 - alpha)
    }
  }
  return { width, height, data: colors }
}

function encodeJpeg() {
  // Without its comments and its camera data, which would be encoded too.
  const { width, height, data, exifBuffer } = jpeg.decode(file, {
    useTArray: true,
    maxResolutionInMP: (side * side) / 1e6,
    maxMemoryUsageInMB: 256,
    tolerantDecoding: false,
  })
  const picture = { width, height, data }
  assertSize(picture)
  return encodeSmallJpeg(turnUpright(picture, readOrientation(exifBuffer)))
}

/** How the camera was held, from 1 to 8. Browsers turn a picture by it, so its pixels must be turned without it. */
function readOrientation(/** @type {ArrayBufferLike | Uint8Array | undefined} */ exif) {
  if (!(exif instanceof Uint8Array)) return 1
  try {
    // A zero byte, and then a TIFF file.
    const tiff = new DataView(exif.buffer, exif.byteOffset + 1, exif.byteLength - 1)
    const isLittle = tiff.getUint16(0) === 0x4949
    const directory = tiff.getUint32(4, isLittle)
    const count = tiff.getUint16(directory, isLittle)
    for (let entry = directory + 2; entry < directory + 2 + count * 12; entry += 12) {
      if (tiff.getUint16(entry, isLittle) === 0x0112) return tiff.getUint16(entry + 8, isLittle)
    }
  } catch {
    // Damaged.
  }
  return 1
}

/** @param {{ width: number, height: number, data: Uint8Array }} picture */
function turnUpright(picture, /** @type {number} */ orientation) {
  if (orientation < 2 || orientation > 8) return picture
  const isTurned = orientation > 4
  const isFromRight = [2, 3, 6, 7].includes(orientation)
  const isFromBottom = [3, 4, 7, 8].includes(orientation)
  const { width: from, height: lines } = picture
  const [width, height] = isTurned ? [lines, from] : [from, lines]
  const source = new Uint32Array(picture.data.buffer, picture.data.byteOffset, from * lines)
  const pixels = new Uint32Array(from * lines)
  for (let index = 0; index < source.length; index += 1) {
    const x = index % from
    const y = Math.floor(index / from)
    const column = isTurned ? y : x
    const row = isTurned ? x : y
    const toColumn = isFromRight ? width - 1 - column : column
    const toRow = isFromBottom ? height - 1 - row : row
    pixels[toRow * width + toColumn] = source[index] ?? 0
  }
  return { width, height, data: new Uint8Array(pixels.buffer) }
}

/** @param {{ width: number, height: number, data: Uint8Array | Uint8ClampedArray }} picture */
function encodeSmallJpeg(picture) {
  for (const quality of [90, 75, 60, 40, 20]) {
    const { data } = jpeg.encode(picture, quality)
    if (data.length <= bytes) return { type: 'image/jpeg', data }
  }
  throw tooDetailed()
}

function readLogo() {
  try {
    if (isPng()) return encodePng()
    if (isJpeg()) return encodeJpeg()
  } catch (error) {
    if (error instanceof RefusedPicture) throw error
    if (/maxResolutionInMP/.test(String(error))) throw tooLarge()
    throw new RefusedPicture('The logo cannot be read: choose another file.')
  }
  throw new RefusedPicture('The logo must be a PNG or a JPEG.')
}

try {
  parentPort?.postMessage(readLogo())
} catch (error) {
  parentPort?.postMessage({ refusal: error instanceof Error ? error.message : String(error) })
}
