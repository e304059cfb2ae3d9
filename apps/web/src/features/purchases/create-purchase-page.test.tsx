import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'

import { ada, createScreen as page, lamp } from '@/test/screens/create-sales-screen'
import { owner, renderApp } from '@/test/app-harness'
import { ok, stubApi } from '@/test/api-stub'

// @holds spec 2.113-2.115, 3.12, 4.15, 4.16, 4.20, 7.33, 7.38, 8.46, 9.1, decision 15.2
test('a purchase uses the cost, up to 9,999 of a product, without discount or shipping', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 15, 30) })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const calls = stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /suppliers': ok([ada]),
    'GET /products': ok([lamp]),
    'POST /purchases': ok({}),
  })
  const { user } = renderApp('/purchase/create', 't1')
  await screen.findByRole('heading', { name: 'Create Purchase' })
  expect(screen.getByRole('link', { name: 'Purchases', current: false })).toBeTruthy()
  expect(screen.queryByLabelText('Discount')).toBeNull()

  await user.click(page.submit())
  expect(await screen.findByText('Please select a supplier.')).toBeTruthy()
  await user.keyboard('ada{Enter}')
  await user.click(page.submit())
  expect(await screen.findByText('Please add at least one product to the purchase.')).toBeTruthy()
  await user.keyboard('lamp{Enter}10000')
  expect(screen.getByText('More than 9,999: counts as 9,999.')).toBeTruthy()
  expect(screen.getByRole('columnheader', { name: 'Cost' })).toBeTruthy()
  expect(localStorage.getItem('purchases')).toBe(
    JSON.stringify([{ productId: lamp.id, name: 'Lamp', price: lamp.cost, quantity: 9999 }]),
  )

  await user.type(page.remark(), ' By boat ')
  await user.click(page.submit())
  expect(await screen.findByText('Purchase created successfully.')).toBeTruthy()
  expect(page.remark().value).toBe('')
  expect(screen.getByText('Select Supplier')).toBeTruthy()
  expect(calls.find(({ name }) => name === 'POST /purchases')).toMatchObject({
    key: expect.stringMatching(/^[\da-f]{32}$/),
    body: {
      supplierId: ada.id,
      totalAmount: 149_985,
      purchaseDate: '2026-11-21',
      remark: 'By boat',
      purchaseDetails: [{ productId: lamp.id, quantity: 9999, price: 15, total: 149_985 }],
    },
  })
  expect(localStorage.getItem('purchases')).toBe('[]')
})
