import { codeForms } from '@stockie/contracts'

import { importOrReload, memoizeImport } from '@/lib/lazy-import'

/** Reads the codes in the present picture of a video. */
export type BarcodeReader = (video: HTMLVideoElement) => Promise<string[]>

/** Not in TypeScript's library yet. */
interface BarcodeDetectorClass {
  new (options: { formats: string[] }): {
    detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>
  }
  getSupportedFormats: () => Promise<string[]>
}

const formats = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'qr_code']

const loadDecoder = memoizeImport(() => importOrReload(() => import('./pixel-decoder')))

/** Uses the detector of the browser if it knows all formats, and else a decoder that is loaded now. */
export async function createBarcodeReader(): Promise<BarcodeReader> {
  return (await createDetectorReader()) ?? createDecoderReader()
}

async function createDetectorReader(): Promise<BarcodeReader | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: BarcodeDetectorClass }
  try {
    const supported = await BarcodeDetector?.getSupportedFormats()
    if (!BarcodeDetector || !formats.every((format) => supported?.includes(format))) return null
    const detector = new BarcodeDetector({ formats })
    return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue)
  } catch {
    return null
  }
}

/** The longer side of the decoded picture. A larger one would take longer without reading more. */
const maxSide = 960

async function createDecoderReader(): Promise<BarcodeReader> {
  const { decodePixels } = await loadDecoder()
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  let isTurned = false

  return (video) => {
    const { videoWidth, videoHeight } = video
    if (!context || videoWidth === 0) return Promise.resolve([])
    const scale = Math.min(1, maxSide / Math.max(videoWidth, videoHeight))
    const size = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)] as const
    const [width, height] = isTurned ? [size[1], size[0]] : size
    Object.assign(context.canvas, { width, height })
    // The decoder finds upright bars only, so every other picture is turned by 90 degrees.
    if (isTurned) context.setTransform(0, 1, -1, 0, width, 0)
    context.drawImage(video, 0, 0, ...size)
    isTurned = !isTurned
    // It finds one code at most.
    const code = decodePixels(context.getImageData(0, 0, width, height))
    return Promise.resolve(code === null ? [] : [code])
  }
}

/** A code has left the picture if this number of reads, over this number of milliseconds, were without it. */
const gone = { reads: 6, after: 1000 }

export interface CameraRead {
  /** The codes that have come into the picture. */
  added: string[]
  /** All codes of the picture. A single read may be without one of them. */
  present: string[]
}

export type ReadFilter = (codes: readonly string[], now: number) => CameraRead

interface Misses {
  count: number
  since: number
}

/**
 * Decides which reads count, because the same code is read several times a second. A code counts again after it has
 * left the picture: a product that lies before the camera must not be added on and on. Single reads may be
 * without it: a picture is blurred, and the decoder sees upright bars in every other picture only. Takes each read,
 * also an empty one.
 */
export function createReadFilter(): ReadFilter {
  /** By the form that all spellings of a code share. */
  const inPicture = new Map<string, { code: string; misses: Misses | null }>()

  function noteMiss(key: string, now: number) {
    const state = inPicture.get(key)
    if (!state) return
    // The camera may have been off before the first one.
    const { count, since } = state.misses ?? { count: 0, since: now }
    state.misses = { count: count + 1, since }
    if (count + 1 >= gone.reads && now - since >= gone.after) inPicture.delete(key)
  }

  return (codes, now) => {
    const read = new Map(codes.map((code) => [codeForms(code)[0], code]))
    for (const key of inPicture.keys()) if (!read.has(key)) noteMiss(key, now)
    const added = [...read].filter(([key]) => !inPicture.has(key)).map(([, code]) => code)
    for (const [key, code] of read) inPicture.set(key, { code, misses: null })
    return { added, present: [...inPicture.values()].map(({ code }) => code) }
  }
}
