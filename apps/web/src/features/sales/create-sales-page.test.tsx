import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { queuedToasts } from '@/lib/toast'
import {
  ada,
  createScreen as page,
  lamp,
  lampLine,
  storeDraft,
  openCreateSales,
  storedLines,
  storedDraftFields,
  vase,
} from '@/test/screens/create-sales-screen'
import { delayAnswer, ok, refuse } from '@/test/api-stub'

// Strict mode runs effects twice, as in development.
configure({ reactStrictMode: true })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 15, 30) })
})
afterEach(() => {
  vi.useRealTimers()
})

const focused = () => document.activeElement
/** What screen readers say of a field besides its name. */
const noteOf = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
const isInvalid = (field: HTMLElement) => field.getAttribute('aria-invalid') === 'true'
const vaseLine = { productId: vase.id, name: 'Vase', price: 35, quantity: 1 }

// @holds spec 5.26-5.28, 9.15
test('a submit names what is missing, in order, and focuses it', async () => {
  const { user, sent } = await openCreateSales()
  expect(focused()).toBe(page.customer())
  await user.click(page.date())
  const calendar = within(await screen.findByRole('dialog', { name: 'Date' }))
  await user.click(calendar.getByRole('button', { name: 'Clear' }))
  expect(page.date().textContent).toBe('Pick a date')

  await user.click(page.submit())
  expect(await screen.findByText('Please select a customer.')).toBeTruthy()
  expect(focused()).toBe(page.customer())
  expect([isInvalid(page.customer()), noteOf(page.customer())]).toEqual([
    true,
    'Choose a customer.',
  ])
  await user.keyboard('ada{Enter}')
  expect(isInvalid(page.customer())).toBe(false)
  expect(page.customer().textContent).toBe('Ada Fashola')
  expect(focused()).toBe(page.customer())

  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByText('Please select a date.')).toBeTruthy()
  expect(focused()).toBe(page.date())
  expect([isInvalid(page.date()), noteOf(page.date())]).toEqual([true, 'Choose a date.'])
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Friday 20 November 2026' }))
  expect(page.date().textContent).toBe('20-11-2026')

  await user.click(page.submit())
  expect(await screen.findByText('Please add at least one product.')).toBeTruthy()
  expect(focused()).toBe(page.search())
  expect([isInvalid(page.search()), noteOf(page.search())]).toEqual([true, 'Add a product.'])
  expect(isInvalid(page.date())).toBe(false)
  await user.keyboard('lamp{Enter}')
  expect([isInvalid(page.search()), noteOf(page.search())]).toEqual([false, undefined])
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
test('a recorded sale keeps its date for the next sale and focuses the customer', async () => {
  storeDraft({
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
  expect(storedDraftFields().key).not.toBe('the-first-key')

  // The user still holds the keys of the submit.
  const toasts = vi.spyOn(queuedToasts, 'set')
  fireEvent.keyDown(page.customer(), { key: 'Enter', ctrlKey: true, repeat: true })
  expect(toasts).not.toHaveBeenCalled()

  await user.click(screen.getByRole('button', { name: 'Back to today' }))
  expect(page.date().textContent).toBe('21-11-2026')
  expect(focused()).toBe(page.date())
  expect(screen.queryByText('Not today.')).toBeNull()
})

// @holds spec 4.16, 8.40, decision 26.3
test('a sale cannot be changed or sent twice while it is sent, and a failure keeps its draft', async () => {
  storeDraft({ remark: 'Wrapped' })
  const detail = 'It went wrong.'
  const answer = delayAnswer(refuse(500, { detail }))
  const { user, sent } = await openCreateSales({ 'POST /sales': answer.answer })
  await user.click(page.remark())
  await user.keyboard('{Control>}{Enter}{Enter}{/Control}')
  expect(page.submit().getAttribute('aria-disabled')).toBe('true')
  expect(focused()).toBe(page.submit())
  await user.type(page.remark(), 'Not now')
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  await user.dblClick(page.submit())

  answer.release()
  const retryHint = 'If you submit again, it is recorded only once.'
  expect(await screen.findByText(`Error: ${detail} ${retryHint}`)).toBeTruthy()
  const failure = 'Unable to add sales. Please check your input and try again.'
  expect(await screen.findByText(failure)).toBeTruthy()
  expect(focused()).toBe(page.remark())
  expect(page.remark().value).toBe('Wrapped')
  expect(storedLines()).toEqual([lampLine])
  expect(storedDraftFields()).toMatchObject({ key: 'the-first-key', party: { id: ada.id } })
  expect(sent()).toHaveLength(1)
})

test('an API refusal appears at its field or line', async () => {
  storeDraft({}, [lampLine, vaseLine])
  const products = [lamp, vase]
  const problem = {
    detail: 'Discount cannot be negative',
    errors: [{ path: 'discount', message: 'Discount is too large' }],
  }
  const { user } = await openCreateSales({
    'GET /products': () => ok(products)(),
    'POST /sales': () => {
      products.pop()
      return refuse(422, problem)()
    },
  })
  await user.click(page.submit())
  expect(await screen.findByText('Discount is too large')).toBeTruthy()
  expect(focused()).toBe(page.discount())
  expect(await page.line('Vase').findByText('This product was deleted.')).toBeTruthy()
})

test('a sale refused because of a deleted product focuses the line of that product', async () => {
  storeDraft({}, [lampLine, vaseLine])
  const products = [lamp, vase]
  const { user } = await openCreateSales({
    'GET /products': () => ok(products)(),
    'POST /sales': () => {
      products.pop()
      const errors = [{ path: 'saleDetails.1.productId', message: 'There is no such product.' }]
      return refuse(422, { detail: 'There is no such product.', errors })()
    },
  })
  await user.click(page.submit())
  await waitFor(() => expect(focused()?.textContent).toBe('VaseThis product was deleted.'))
})

// @holds decision 26.4
test('lines with a changed price or a deleted product are marked, and a price can be updated', async () => {
  storeDraft({}, [lampLine, { ...lampLine, productId: 99, name: 'Gone' }])
  const { user } = await openCreateSales({ 'GET /products': ok([{ ...lamp, price: 25 }, vase]) })
  expect(await page.line('Lamp').findByText(/The price is now \$25\.00\./)).toBeTruthy()
  expect(page.line('Gone').getByText('This product was deleted.')).toBeTruthy()
  expect(page.total()).toBe('$80.00')
  await user.click(page.line('Lamp').getByRole('button', { name: /Use new price/ }))
  expect(page.total()).toBe('$90.00')
  expect(storedLines()[0]).toEqual({ ...lampLine, price: 25 })
})

test('a sale can be recorded without marks while the products fail to load', async () => {
  storeDraft()
  const { user } = await openCreateSales({ 'GET /products': refuse(500) })
  expect(await screen.findByText('Failed to load products. Please try again.')).toBeTruthy()
  expect(screen.queryByText('This product was deleted.')).toBeNull()
  await user.click(page.submit())
  await screen.findByText('No products added.')
})

test('Undo restores a cleared draft with its key', async () => {
  storeDraft({ discount: '2.5' })
  const { user } = await openCreateSales()
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  // A toast under the pointer stays, so a slow machine does not miss it.
  await user.hover(await screen.findByRole('button', { name: 'Undo' }))
  expect(page.total()).toBe('$0.00')
  expect(focused()).toBe(page.customer())
  expect(storedDraftFields().key).not.toBe('the-first-key')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(page.total()).toBe('$37.50')
  expect(storedDraftFields().key).toBe('the-first-key')
})

test('an unpicked date follows the calendar at midnight, and a picked date stays @long', async () => {
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
