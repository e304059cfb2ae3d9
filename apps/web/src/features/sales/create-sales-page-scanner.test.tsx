import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import {
  ada,
  createScreen,
  lamp,
  openCreateSales,
  storeDraft,
  vase,
} from '@/test/screens/create-sales-screen'
import { ok } from '@/test/api-stub'
import { mockScannerTimes } from '@/test/scanner-times'

const code = '4006381333931'

const pause = mockScannerTimes()

async function openTill() {
  storeDraft({ remark: 'For Bea', discount: '5' })
  const opened = await openCreateSales({
    'GET /products': ok([lamp, { ...vase, code }, { ...lamp, id: 9, name: 'Cup', code: 'CUP-1' }]),
  })
  await waitFor(() => expect(screen.queryByText('Loading products...')).toBeNull())
  return opened
}

/** Types as a scanner does, into the element that has the focus. */
async function scan({ user }: Awaited<ReturnType<typeof openTill>>, keys = `${code}{Enter}`) {
  await user.keyboard(keys)
}

const header = () => screen.getByRole('searchbox', { name: 'Search' })
const vases = () => screen.queryByRole<HTMLInputElement>('spinbutton', { name: 'Quantity of Vase' })

test.each([
  ['the remarks', createScreen.remark],
  ['the discount', createScreen.discount],
  ['a quantity', () => createScreen.quantity('Lamp')],
])(
  'a code that is scanned into %s adds its product, and the field has its text again',
  async (_, find) => {
    const till = await openTill()
    const field = find()
    field.focus()
    const before = field.value
    if (field.type !== 'number') field.setSelectionRange(1, 1)
    await scan(till)
    expect(vases()?.value).toBe('1')
    expect(field.value).toBe(before)
    expect(document.activeElement).toBe(field)
    await scan(till)
    expect(vases()?.value).toBe('2')
    expect(createScreen.quantity('Lamp').value).toBe('2')
    expect(createScreen.discount().value).toBe('5')
    expect(createScreen.remark().value).toBe('For Bea')
    expect(till.sent()).toEqual([])
  },
)

test.each([
  ['the button of the customer', createScreen.customer],
  ['the date', createScreen.date],
  ['Submit', createScreen.submit],
])(
  'a code that is scanned while %s has the focus adds its product, and nothing else happens',
  async (_, find) => {
    const till = await openTill()
    find().focus()
    await scan(till)
    await waitFor(() => expect(vases()?.value).toBe('1'))
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(screen.queryByRole('grid')).toBeNull()
    expect(createScreen.customer().textContent).toBe(ada.name)
    expect(document.activeElement).toBe(find())
    expect(till.sent()).toEqual([])
  },
)

test.each(['{Tab}', '{Enter}{Enter}', '{Control>}m{/Control}{Control>}j{/Control}'])(
  'the keys %s after a code have no effect of their own',
  async (end) => {
    const till = await openTill()
    createScreen.submit().focus()
    await scan(till, code + end)
    expect(vases()?.value).toBe('1')
    expect(document.activeElement).toBe(createScreen.submit())
    expect(till.sent()).toEqual([])
  },
)

test('Tab after a code in the product search adds the product and keeps the focus @long', async () => {
  const till = await openTill()
  const search = createScreen.search() as HTMLInputElement
  search.focus()
  await scan(till, `${code}{Tab}`)
  expect(vases()?.value).toBe('1')
  expect(search.value).toBe('')
  expect(document.activeElement).toBe(search)
})

test('a burst that equals no code stays where it was typed @long', async () => {
  const till = await openTill()
  const remark = createScreen.remark()
  remark.focus()
  remark.setSelectionRange(7, 7)
  await scan(till, '4006381{Enter}')
  expect(remark.value).toBe('For Bea4006381\n')
  expect(vases()).toBeNull()
})

test.each([
  ['a quantity', () => createScreen.quantity('Lamp')],
  ['the remarks', createScreen.remark],
  ['the button of the customer', createScreen.customer],
])('a barcode that no product has is named if it is scanned into %s @long', async (_, find) => {
  const till = await openTill()
  find().focus()
  await scan(till, '5901234123457{Enter}')
  expect(await screen.findByText('No product has the code "5901234123457".')).toBeTruthy()
})

test('a scan while a checkbox has the focus does not change it', async () => {
  const till = await openTill()
  const setting = screen.getByLabelText<HTMLInputElement>('Print a slip after each Submit')
  setting.focus()
  await scan(till, 'CUP 1{Enter}')
  expect(setting.checked).toBe(false)
  expect(await screen.findByText('No product has the code "CUP 1".')).toBeTruthy()
})

test('an unknown code sounds a tone, and a known one or typed text does not @long', async () => {
  const start = vi.fn<() => void>()
  class AudioNode {
    connect = () => this
    start = start
    stop = () => {}
  }
  vi.stubGlobal('OscillatorNode', AudioNode)
  vi.stubGlobal('GainNode', AudioNode)
  vi.stubGlobal(
    'AudioContext',
    class {
      currentTime = 0
      resume = () => Promise.resolve()
    },
  )
  const till = await openTill()
  createScreen.search().focus()
  await scan(till)
  pause()
  await scan(till, 'vas')
  pause()
  await scan(till, '{Enter}')
  expect(start).not.toHaveBeenCalled()
  createScreen.search().focus()
  pause()
  await scan(till, 'UNKNOWN-1{Enter}')
  expect(start).toHaveBeenCalledOnce()
  createScreen.submit().focus()
  pause()
  await scan(till, 'UNKNOWN-2{Enter}')
  expect(start).toHaveBeenCalledTimes(2)
})

test('an unknown code that ends with Tab is named in the product search', async () => {
  const till = await openTill()
  const search = createScreen.search() as HTMLInputElement
  search.focus()
  await scan(till, 'UNKNOWN-1{Tab}')
  expect(await screen.findByText('No product has the code "UNKNOWN-1".')).toBeTruthy()
  expect(document.activeElement).toBe(search)
})

test('a code that a person types slowly is no scan', async () => {
  const till = await openTill()
  const remark = createScreen.remark()
  remark.focus()
  let at = 1000
  for (const key of [...code.split(''), 'Enter']) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    at += 70
    Object.defineProperty(event, 'timeStamp', { value: at })
    // Not cancelled: the Enter is the person's own.
    expect(fireEvent(remark, event)).toBe(true)
  }
  expect(vases()).toBeNull()
  expect(till.sent()).toEqual([])
})

test('neither the search of the header nor a dialog adds a product @long', async () => {
  const till = await openTill()
  header().focus()
  await scan(till)
  expect(vases()).toBeNull()
  await till.user.click(screen.getByRole('button', { name: 'Park' }))
  const name = await screen.findByLabelText('Name')
  name.focus()
  await scan(till, code)
  expect(name).toHaveProperty('value', code)
  await scan(till, '{Tab}')
  expect(vases()).toBeNull()
})

test.each([
  ['a plus', () => createScreen.line('Lamp').getByRole('button', { name: 'One more of Lamp' })],
  ['a bin', () => createScreen.line('Lamp').getByRole('button', { name: /^(Remove|Delete)/ })],
  ['Submit', createScreen.submit],
])('an unknown code presses no button, and is named in the search: %s @long', async (_, find) => {
  const till = await openTill()
  find().focus()
  await scan(till, 'NEW 12{Enter}')
  expect(await screen.findByText('No product has the code "NEW 12".')).toBeTruthy()
  const search = createScreen.search()
  expect(document.activeElement).toBe(search)
  expect(createScreen.quantity('Lamp').value).toBe('2')
  expect(till.sent()).toEqual([])
  // The next scan replaces it.
  await scan(till)
  expect(vases()?.value).toBe('1')
  expect(search).toHaveProperty('value', '')
})

test('text that was left in the search is no part of the next code @long', async () => {
  const till = await openTill()
  const search = createScreen.search()
  search.focus()
  await till.user.keyboard('pen')
  pause()
  await scan(till)
  expect(vases()?.value).toBe('1')
  await till.user.keyboard('pen')
  pause()
  await scan(till, 'NEW-1{Enter}')
  expect(await screen.findByText('No product has the code "NEW-1".')).toBeTruthy()
  expect(search).toHaveProperty('value', 'NEW-1')
})

test('a quantity takes digits again after a code with letters @long', async () => {
  const till = await openTill()
  const quantity = createScreen.quantity('Lamp')
  await till.user.clear(quantity)
  expect(quantity.value).toBe('1')
  await scan(till, 'cup-1{Enter}')
  expect(screen.getByRole('spinbutton', { name: 'Quantity of Cup' })).toHaveProperty('value', '1')
  expect(quantity.value).toBe('1')
  expect(screen.queryByText(/counts as 1/)).toBeNull()
  pause()
  quantity.focus()
  await till.user.keyboard('3')
  expect(quantity.value).toContain('3')
})

test('a barcode that no product has chooses no customer by digits of the phone @long', async () => {
  storeDraft({ party: null })
  const bea = { ...ada, id: 4, name: 'Bea', phone: '+44 4006381 333931' }
  const till = await openCreateSales({ 'GET /customers': ok([bea]) })
  createScreen.customer().focus()
  await scan(till)
  expect(screen.getByRole('option', { name: /Bea/ })).toBeTruthy()
  expect(createScreen.customer().textContent).toBe('Select Customer')
  await till.user.keyboard('{Escape}')
  pause()
  await till.user.keyboard('bea{Enter}')
  expect(createScreen.customer().textContent).toBe('Bea')
})
