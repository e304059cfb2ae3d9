import { createRequire } from 'node:module'

import type { Locator } from '@playwright/test'

const zxing = createRequire(import.meta.url)('@zxing/library') as typeof import('@zxing/library')

/** Decodes the barcode in the picture of an element, with a library that did not draw it. */
export async function readRenderedCode(element: Locator) {
  const png = (await element.screenshot()).toString('base64')
  // The browser unpacks the PNG.
  const { width, height, grey } = await element.page().evaluate(async (picture) => {
    const image = new Image()
    image.src = `data:image/png;base64,${picture}`
    await image.decode()
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: image.width, height: image.height })
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    const { data } = context?.getImageData(0, 0, image.width, image.height) ?? { data: [] }
    const levels = new Uint8Array(image.width * image.height)
    for (let place = 0; place < levels.length; place += 1) levels[place] = data[place * 4 + 1] ?? 0
    let text = ''
    for (let start = 0; start < levels.length; start += 8192) {
      text += String.fromCharCode(...levels.subarray(start, start + 8192))
    }
    return { width: image.width, height: image.height, grey: btoa(text) }
  }, png)
  const pixels = new Uint8ClampedArray(Buffer.from(grey, 'base64'))
  const source = new zxing.RGBLuminanceSource(pixels, width, height)
  const { EAN_13, CODE_128 } = zxing.BarcodeFormat
  const result = new zxing.MultiFormatReader().decode(
    new zxing.BinaryBitmap(new zxing.HybridBinarizer(source)),
    new Map<number, unknown>([
      [zxing.DecodeHintType.TRY_HARDER, true],
      [zxing.DecodeHintType.POSSIBLE_FORMATS, [EAN_13, CODE_128]],
    ]),
  )
  return { kind: zxing.BarcodeFormat[result.getBarcodeFormat()], text: result.getText() }
}
