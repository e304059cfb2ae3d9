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
  expect(await read(video)).toEqual(['4006381333931'])
  detect.mockResolvedValueOnce([])
  expect(await read(video)).toEqual([])
})

test('codes are read by the decoder if the detector of the browser lacks a format', async () => {
  const detect = stubDetector(allFormats.filter((format) => format !== 'code_128'))
  const read = await createBarcodeReader()
  expect(await read(video)).toEqual([])
  expect(detect).not.toHaveBeenCalled()
})

test('codes are read by the decoder if the detector of the browser fails', async () => {
  stubDetector(allFormats)
  vi.stubGlobal('BarcodeDetector', {
    getSupportedFormats: () => Promise.reject(new Error('no service')),
  })
  expect(await (await createBarcodeReader())(video)).toEqual([])
})

/** Returns what each read adds to the picture. */
function openFilter() {
  const filter = createReadFilter()
  return (codes: string[], now: number) => filter(codes, now).added
}

test('a code counts once, however long it stays in the picture, and however often a read misses it', () => {
  const add = openFilter()
  const reads = Array.from({ length: 60 }, (_, place) => place)
  // Every other read, and sometimes three in a row, are without the code.
  const counted = reads.filter((place) => {
    const isMissed = place % 2 === 1 || place % 10 === 4
    return add(isMissed ? [] : ['A'], place * 500).length > 0
  })
  expect(counted).toEqual([0])
})

test('a code counts again after it has left the picture', () => {
  const add = openFilter()
  expect(add(['A'], 0)).toEqual(['A'])
  for (const now of [200, 400, 600, 800, 1000, 1200]) expect(add([], now)).toEqual([])
  expect(add(['A'], 1400)).toEqual(['A'])
})

test('a pause without reads is no sign that the code has left the picture', () => {
  const add = openFilter()
  expect(add(['A'], 0)).toEqual(['A'])
  // The camera needs a moment until its picture is sharp.
  for (const step of [0, 1, 2, 3, 4, 5]) expect(add([], 60_000 + step * 150)).toEqual([])
  expect(add(['A'], 61_000)).toEqual([])
})

test('of two codes in the picture, each counts once', () => {
  const add = openFilter()
  expect(add(['A'], 0)).toEqual(['A'])
  expect(add(['B', 'A'], 100)).toEqual(['B'])
  expect(add(['A', 'B'], 200)).toEqual([])
  expect(add(['B'], 300)).toEqual([])
})

test('two spellings of a code count once', () => {
  const add = openFilter()
  expect(add(['036000291452', 'shelf'], 0)).toEqual(['036000291452', 'shelf'])
  expect(add(['0036000291452', 'SHELF'], 100)).toEqual([])
})

test('the codes that a read misses are still in the picture', () => {
  const filter = createReadFilter()
  filter(['A'], 0)
  expect(filter(['B'], 100)).toEqual({ added: ['B'], present: ['A', 'B'] })
})
