import type { Product } from '@stockie/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { delayAnswer, ok, refuse } from '@/test/api-stub'
import { createScreen, lamp, openCreateSales, vase } from '@/test/screens/create-sales-screen'

const codedLamp = { ...lamp, code: 'LAMP' }
const codedVase = { ...vase, code: 'VASE' }

let picture: string[] = []
let readCount = 0

/** Waits for this number of reads of the picture. */
async function reads(count: number) {
  const before = readCount
  await waitFor(() => expect(readCount).toBeGreaterThan(before + count))
}

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
    detect = () => {
      readCount += 1
      return Promise.resolve(picture.map((rawValue) => ({ rawValue })))
    }
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
  expect(await dialog.findByText('Added Lamp, 1 in the sale.')).toBeTruthy()
  expect(dialog.getByText('Added Vase, 1 in the sale.')).toBeTruthy()
  picture = ['https://example.com/other', 'VASE']
  await reads(2)
  expect(dialog.queryByRole('alert')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  expect(createScreen.quantity('Lamp').value).toBe('1')
  expect(createScreen.quantity('Vase').value).toBe('1')
})

test('a code that is read while the products load is added once they are there @long', async () => {
  const list = delayAnswer(ok([codedLamp]))
  const { dialog } = await openCamera({ 'GET /products': list.answer })
  picture = ['LAMP']
  expect(await dialog.findByText('Loading products...')).toBeTruthy()
  await act(async () => list.release())
  expect(await dialog.findByText('Added Lamp, 1 in the sale.')).toBeTruthy()
  expect(dialog.queryByText('Loading products...')).toBeNull()
})

test('the camera offers to load the products again, and then adds what is before it @long', async () => {
  let answer = refuse(400)
  const { user, dialog } = await openCamera({ 'GET /products': () => answer() })
  picture = ['LAMP']
  answer = ok([codedLamp])
  await user.click(await dialog.findByRole('button', { name: 'Try again' }))
  expect(await dialog.findByText('Added Lamp, 1 in the sale.')).toBeTruthy()
})

test('the camera still names the added product after another product has got its code @long', async () => {
  let list: Product[] = [codedLamp, codedVase]
  const { dialog } = await openCamera({ 'GET /products': () => Response.json(list) })
  picture = ['LAMP']
  expect(await dialog.findByText('Added Lamp, 1 in the sale.')).toBeTruthy()
  list = [
    { ...codedVase, code: 'LAMP' },
    { ...lamp, price: 25 },
  ]
  act(() => void window.dispatchEvent(new Event('online')))
  // The new list is there.
  expect(await screen.findAllByText(/25\.00/)).not.toEqual([])
  expect(dialog.getByText('Added Lamp, 1 in the sale.')).toBeTruthy()
})

test('a product that is added for an unknown code counts as added @long', async () => {
  const added = { ...codedLamp, id: 10, name: 'Jug', code: 'JUG-1' }
  let list: Product[] = [codedLamp]
  const { user, dialog } = await openCamera({
    'GET /products': () => Response.json(list),
    'GET /categories': ok([{ id: 1, name: 'Home' }]),
    'POST /products': () => {
      // The list that is read after this never arrives.
      list = []
      return Response.json(added, { status: 201 })
    },
  })
  picture = ['jug-1']
  await user.click(await dialog.findByRole('button', { name: 'Add product' }))
  const form = within(await screen.findByRole('dialog', { name: 'Add Product' }))
  for (const [label, text] of Object.entries({ Name: 'Jug', Cost: '1', Price: '2', Stock: '3' }))
    createScreen.type(form.getByLabelText(label), text)
  await user.selectOptions(form.getByLabelText(/^Category/), 'Home')
  await user.click(form.getByRole('button', { name: 'Save' }))
  const camera = within(await screen.findByRole('dialog', { name: 'Scan' }))
  expect(await camera.findByText('Added Jug, 1 in the sale.')).toBeTruthy()
  expect(camera.queryByRole('alert')).toBeNull()
})

test('an unknown code that follows a product is named once the product has left the picture @long', async () => {
  const { dialog } = await openCamera()
  picture = ['LAMP']
  expect(await dialog.findByText('Added Lamp, 1 in the sale.')).toBeTruthy()
  picture = ['UNKNOWN']
  expect(await dialog.findByText('No product has the code "UNKNOWN".')).toBeTruthy()
})
