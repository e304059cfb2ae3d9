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

const isPng = () => Buffer.from(file.subarray(0, 8)).toString('latin1') === '\x89PNG\r\n\x1a\n'
const isJpeg = () => file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff

/** @param {{ width: number, height: number }} picture */
function assertSize({ width, height }) {
  if (width > side || height > side) throw tooLarge()
}

function encodePng() {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  // The size stands in the first chunk, so a huge picture is refused before it is decoded.
  assertSize({ width: view.getUint32(16), height: view.getUint32(20) })
  assertInflatedSize(view)
  const picture = decode(file, { checkCrc: true })
  if (!picture.palette) return encode({ ...picture, text: undefined })
  const data = convertIndexedToRgb(picture)
  const channels = data.length / (picture.width * picture.height)
  return encode({ width: picture.width, height: picture.height, data, channels })
}

/** Refuses rows that inflate to more than any picture of the largest size: 4 channels of 16 bits. */
function assertInflatedSize(/** @type {DataView} */ view) {
  const parts = []
  for (let at = 8; at + 12 <= file.length; at += view.getUint32(at) + 12) {
    const type = Buffer.from(file.subarray(at + 4, at + 8)).toString('latin1')
    if (type === 'IDAT') parts.push(file.subarray(at + 8, at + 8 + view.getUint32(at)))
  }
  inflateSync(Buffer.concat(parts), { maxOutputLength: (side * 8 + 8) * side })
}

function encodeJpeg() {
  // Without its comments and its camera data, which would be encoded too.
  const { width, height, data } = jpeg.decode(file, {
    useTArray: true,
    maxResolutionInMP: (side * side) / 1e6,
    maxMemoryUsageInMB: 256,
    tolerantDecoding: false,
  })
  const picture = { width, height, data }
  assertSize(picture)
  let encoded = jpeg.encode(picture, 90).data
  for (const quality of [75, 60, 40]) {
    if (encoded.length <= bytes) break
    encoded = jpeg.encode(picture, quality).data
  }
  return encoded
}

function readLogo() {
  try {
    if (isPng()) return { type: 'image/png', data: encodePng() }
    if (isJpeg()) return { type: 'image/jpeg', data: encodeJpeg() }
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
