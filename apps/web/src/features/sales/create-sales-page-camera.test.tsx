import type { Product } from '@stockie/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { delayAnswer, ok } from '@/test/api-stub'
import { createScreen, lamp, openCreateSales, vase } from '@/test/screens/create-sales-screen'

const codedLamp = { ...lamp, code: 'LAMP' }
const codedVase = { ...vase, code: 'VASE' }

let picture: string[] = []

beforeEach(() => {
  picture = []
  const stream = { active: true, getTracks: () => [{ stop: () => {} }] }
  Object.defineProperty(navigator, 'mediaDevices', {
    value: { getUserMedia: () => Promise.resolve(stream) },
    configurable: true,
  })
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  // The DOM of these tests accepts only streams of its own.
  vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockReturnValue()
  const Detector = class {
    static getSupportedFormats = () =>
      Promise.resolve(['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'qr_code'])
    detect = () => Promise.resolve(picture.map((rawValue) => ({ rawValue })))
  }
  vi.stubGlobal('BarcodeDetector', Detector)
})

afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaDevices')
})

async function openCamera(answers: Parameters<typeof openCreateSales>[0] = {}) {
  const opened = await openCreateSales({
    'GET /products': ok([codedLamp, codedVase]),
    ...answers,
  })
  await opened.user.click(screen.getByRole('button', { name: 'Scan' }))
  return { ...opened, dialog: within(await screen.findByRole('dialog', { name: 'Scan' })) }
}

test('all products before the camera are added, and a code beside theirs is no unknown product', async () => {
  const { user, dialog } = await openCamera()
  picture = ['https://example.com', 'lamp', 'VASE']
  expect(await dialog.findByText('Added Vase, 1 in the sale.')).toBeTruthy()
  expect(dialog.queryByRole('alert')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  expect(createScreen.quantity('Lamp').value).toBe('1')
  expect(createScreen.quantity('Vase').value).toBe('1')
})

test('a code that is read while the products load is added once they are there', async () => {
  const products = delayAnswer(ok([codedLamp]))
  const { dialog } = await openCamera({ 'GET /products': products.answer })
  picture = ['LAMP']
  expect(await dialog.findByText('Loading products...')).toBeTruthy()
  await act(async () => products.release())
  expect(await dialog.findByText('Added Lamp, 1 in the sale.')).toBeTruthy()
  expect(dialog.queryByText('Loading products...')).toBeNull()
})

test('the camera names the product that was added, whoever has its code later', async () => {
  let list: Product[] = [codedLamp, codedVase]
  let reads = 0
  const { dialog } = await openCamera({
    'GET /products': () => {
      reads += 1
      return Response.json(list)
    },
  })
  picture = ['LAMP']
  expect(await dialog.findByText('Added Lamp, 1 in the sale.')).toBeTruthy()
  list = [{ ...codedVase, code: 'LAMP' }, lamp]
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(reads).toBe(2))
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(dialog.getByText('Added Lamp, 1 in the sale.')).toBeTruthy()
})
