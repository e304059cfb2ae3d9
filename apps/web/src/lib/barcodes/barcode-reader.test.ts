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

test('a code counts once, however long it stays in the picture', () => {
  const counts = createReadFilter()
  const reads = Array.from({ length: 50 }, (_, place) => place * 200)
  expect(reads.filter((now) => counts('A', now))).toEqual([0])
})

test('a code counts again after it has left the picture, but not after a blurred picture', () => {
  const counts = createReadFilter()
  expect(counts('A', 0)).toBe(true)
  expect(counts('A', 700)).toBe(false)
  expect(counts('A', 1700)).toBe(true)
})

test('of two codes in the picture, each counts once', () => {
  const counts = createReadFilter()
  expect(counts('A', 0)).toBe(true)
  expect(counts('B', 100)).toBe(true)
  expect(counts('A', 200)).toBe(false)
  expect(counts('B', 300)).toBe(false)
})
