import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { waitingToasts } from '@/lib/toast'
import {
  ada,
  createScreen as page,
  lamp,
  lampLine,
  leaveDraft,
  openCreateSales,
  storedLines,
  storedRest,
  vase,
} from '@/test/create-sales-screen'
import { late } from '@/test/customers-screen'
import { ok, refuse } from '@/test/api-stub'

// Effects run twice, as they do while somebody works on them.
configure({ reactStrictMode: true })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 15, 30) })
})
afterEach(() => {
  vi.useRealTimers()
})

const focused = () => document.activeElement
const vaseLine = { productId: vase.id, name: 'Vase', price: 35, quantity: 1 }

// @holds spec 5.26-5.28, 9.15
test('says what is missing in order, and leads there', async () => {
  const { user, sent } = await openCreateSales()
  expect(focused()).toBe(page.customer())
  await user.click(page.date())
  const calendar = within(await screen.findByRole('dialog', { name: 'Date' }))
  await user.click(calendar.getByRole('button', { name: 'Clear' }))
  expect(page.date().textContent).toBe('Pick a date')

  await user.click(page.submit())
  expect(await screen.findByText('Please select a customer.')).toBeTruthy()
  expect(focused()).toBe(page.customer())
  await user.keyboard('ada{Enter}')
  expect(page.customer().textContent).toBe('Ada Fashola')
  expect(focused()).toBe(page.customer())

  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByText('Please select a date.')).toBeTruthy()
  expect(focused()).toBe(page.date())
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Friday 20 November 2026' }))
  expect(page.date().textContent).toBe('20-11-2026')

  await user.click(page.submit())
  expect(await screen.findByText('Please add at least one product.')).toBeTruthy()
  expect(focused()).toBe(page.search())
  await user.keyboard('lamp{Enter}')
  expect(focused()).toBe(page.quantity('Lamp'))

  page.type(page.discount(), '-1')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(screen.getByText('Discount cannot be negative')).toBeTruthy()
  expect(focused()).toBe(page.discount())
  page.type(page.discount(), '1')
  expect(screen.queryByText('Discount cannot be negative')).toBeNull()
  expect(sent()).toEqual([])
})

// @holds spec 3.13, 4.15, 4.16, 4.20, 4.21, 7.29, 7.38, 8.41, decision 15.2
test('a success leaves the date alone, and the focus is where the next sale begins', async () => {
  leaveDraft({
    date: '2026-11-20',
    pickedOn: '2026-11-21',
    discount: '2.5',
    shippingFees: '1',
    remark: 'Wrapped',
  })
  const { user, sent } = await openCreateSales()
  expect(focused()).toBe(page.search())
  expect(page.total()).toBe('$38.50')
  await user.click(page.quantity('Lamp'))
  await user.keyboard('3{Control>}{Enter}{/Control}')
  expect(await screen.findByText('Sales created successfully.')).toBeTruthy()
  expect(sent().map(({ key, body }) => ({ key, body }))).toEqual([
    {
      key: 'the-first-key',
      body: {
        customerId: ada.id,
        saleDate: '2026-11-20',
        totalAmount: 58.5,
        discount: 2.5,
        shippingFees: 1,
        remark: 'Wrapped',
        saleDetails: [{ productId: lamp.id, price: 20, quantity: 3, total: 60 }],
      },
    },
  ])
  await waitFor(() => expect(focused()).toBe(page.customer()))
  expect(page.customer().textContent).toBe('Select Customer')
  expect(screen.getByText('No products added.')).toBeTruthy()
  expect(page.date().textContent).toBe('20-11-2026')
  const note = screen.getByText('Not today.')
  expect(page.date().getAttribute('aria-describedby')).toBe(note.id)
  expect([page.discount().value, page.remark().value, page.total()]).toEqual(['0', '', '$0.00'])
  expect(storedLines()).toEqual([])
  expect(storedRest().key).not.toBe('the-first-key')

  // The key that has sent it is still held down.
  const raised = vi.spyOn(waitingToasts, 'set')
  fireEvent.keyDown(page.customer(), { key: 'Enter', ctrlKey: true, repeat: true })
  expect(raised).not.toHaveBeenCalled()

  await user.click(screen.getByRole('button', { name: 'Back to today' }))
  expect(page.date().textContent).toBe('21-11-2026')
  expect(focused()).toBe(page.date())
  expect(screen.queryByText('Not today.')).toBeNull()
})

// @holds spec 4.16, 8.40, decision 26.3
test('while it is sent nothing can be changed or sent twice, and a failure keeps it all', async () => {
  leaveDraft({ remark: 'Wrapped' })
  const detail = 'It went wrong.'
  const answer = late(refuse(500, { detail }))
  const { user, sent } = await openCreateSales({ 'POST /sales': answer.answer })
  await user.click(page.remark())
  await user.keyboard('{Control>}{Enter}{Enter}{/Control}')
  expect(page.submit().getAttribute('aria-disabled')).toBe('true')
  expect(focused()).toBe(page.submit())
  await user.type(page.remark(), 'Not now')
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  await user.dblClick(page.submit())

  answer.come()
  const calming = 'Sending it again records it once only.'
  expect(await screen.findByText(`Error: ${detail} ${calming}`)).toBeTruthy()
  const failure = 'Unable to add sales. Please check your input and try again.'
  expect(await screen.findByText(failure)).toBeTruthy()
  expect(focused()).toBe(page.remark())
  expect(page.remark().value).toBe('Wrapped')
  expect(storedLines()).toEqual([lampLine])
  expect(storedRest()).toMatchObject({ key: 'the-first-key', party: { id: ada.id } })
  expect(sent()).toHaveLength(1)
})

test('shows at its field, or on its line, what the API refuses', async () => {
  leaveDraft({}, [lampLine, vaseLine])
  const products = [lamp, vase]
  const refused = {
    detail: 'Discount cannot be negative',
    errors: [{ path: 'discount', message: 'Discount is too large' }],
  }
  const { user } = await openCreateSales({
    'GET /products': () => ok(products)(),
    'POST /sales': () => {
      products.pop()
      return refuse(422, refused)()
    },
  })
  await user.click(page.submit())
  expect(await screen.findByText('Discount is too large')).toBeTruthy()
  expect(focused()).toBe(page.discount())
  expect(await page.line('Vase').findByText('This product was deleted.')).toBeTruthy()
})

// @holds decision 26.4
test('marks what is dearer or gone by today, and takes the new price', async () => {
  leaveDraft({}, [lampLine, { ...lampLine, productId: 99, name: 'Gone' }])
  const { user } = await openCreateSales({ 'GET /products': ok([{ ...lamp, price: 25 }, vase]) })
  expect(await page.line('Lamp').findByText(/The price is now \$25\.00\./)).toBeTruthy()
  expect(page.line('Gone').getByText('This product was deleted.')).toBeTruthy()
  expect(page.total()).toBe('$80.00')
  await user.click(page.line('Lamp').getByRole('button', { name: /Use new price/ }))
  expect(page.total()).toBe('$90.00')
  expect(storedLines()[0]).toEqual({ ...lampLine, price: 25 })
})

test('marks nothing while products cannot be loaded, and sells all the same', async () => {
  leaveDraft()
  const { user } = await openCreateSales({ 'GET /products': refuse(500) })
  expect(await screen.findByText('Failed to load products. Please try again.')).toBeTruthy()
  expect(screen.queryByText('This product was deleted.')).toBeNull()
  await user.click(page.submit())
  await screen.findByText('No products added.')
})

test('what was cleared can be taken back, key included', async () => {
  leaveDraft({ discount: '2.5' })
  const { user } = await openCreateSales()
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  // A toast that is pointed at stays, however slow the machine.
  await user.hover(await screen.findByRole('button', { name: 'Undo' }))
  expect(page.total()).toBe('$0.00')
  expect(focused()).toBe(page.customer())
  expect(storedRest().key).not.toBe('the-first-key')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(page.total()).toBe('$37.50')
  expect(storedRest().key).toBe('the-first-key')
})

test('today goes on with the day, and a date that was picked does not', async () => {
  const { user } = await openCreateSales()
  expect(page.date().textContent).toBe('21-11-2026')
  const midnight = (day: number) => {
    vi.setSystemTime(new Date(2026, 10, day, 0, 1))
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
  }
  midnight(22)
  expect(page.date().textContent).toBe('22-11-2026')
  await user.click(page.date())
  await user.click(await screen.findByRole('button', { name: 'Friday 20 November 2026' }))
  midnight(23)
  expect(page.date().textContent).toBe('20-11-2026')
})
