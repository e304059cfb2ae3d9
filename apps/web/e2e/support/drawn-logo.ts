import type { Page } from '@playwright/test'

/** A PNG file of 240 x 240 pixels: a ring and two letters. */
export async function drawLogo(page: Page) {
  const text = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(240, 240)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('The browser draws no pictures.')
    context.strokeStyle = context.fillStyle = '#0f4c5c'
    context.lineWidth = 14
    context.arc(120, 120, 108, 0, 2 * Math.PI)
    context.stroke()
    context.font = 'bold 104px serif'
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillText('HC', 120, 128)
    const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())
    return btoa(String.fromCharCode(...bytes))
  })
  return { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(text, 'base64') }
}
