import { expect, test, vi } from 'vitest'

import { createBarcodeReader, createReadFilter } from './barcode-reader'

const allFormats = ['aztec', 'code_128', 'ean_13', 'ean_8', 'qr_code', 'upc_a', 'upc_e']
const video = document.createElement('video')

function stubDetector(supported: string[]) {
  const detect = vi.fn<() => Promise<{ rawValue: string }[]>>()
  detect.mockResolvedValue([{ rawValue: '4006381333931' }])
  const Detector = class {
    static getSupportedFormats = () => Promise.resolve(supported)
    detect = detect
  }
  vi.stubGlobal('BarcodeDetector', Detector)
  return detect
}

test('codes are read by the detector of the browser if it knows all formats', async () => {
  const detect = stubDetector(allFormats)
  const read = await createBarcodeReader()
  expect(await read(video)).toBe('4006381333931')
  detect.mockResolvedValueOnce([])
  expect(await read(video)).toBeNull()
})

test('codes are read by the decoder if the detector of the browser lacks a format', async () => {
  const detect = stubDetector(allFormats.filter((format) => format !== 'code_128'))
  const read = await createBarcodeReader()
  expect(await read(video)).toBeNull()
  expect(detect).not.toHaveBeenCalled()
})

test('codes are read by the decoder if the detector of the browser fails', async () => {
  stubDetector(allFormats)
  vi.stubGlobal('BarcodeDetector', {
    getSupportedFormats: () => Promise.reject(new Error('no service')),
  })
  expect(await (await createBarcodeReader())(video)).toBeNull()
})

test('a code counts once while it is in the picture, and again after 1.5 seconds', () => {
  const counts = createReadFilter()
  const reads = Array.from({ length: 17 }, (_, place) => place * 200)
  const counted = reads.filter((now) => counts('A', now))
  expect(counted).toEqual([0, 1600, 3200])
})

test('a code counts again at once if it had left the picture, but not after one blurred picture', () => {
  const counts = createReadFilter()
  expect(counts('A', 0)).toBe(true)
  expect(counts('A', 500)).toBe(false)
  expect(counts('A', 1250)).toBe(true)
})

test('another code counts at once', () => {
  const counts = createReadFilter()
  expect(counts('A', 0)).toBe(true)
  expect(counts('B', 100)).toBe(true)
  expect(counts('A', 200)).toBe(true)
})
