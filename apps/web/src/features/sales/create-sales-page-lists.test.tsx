import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { createScreen as page, lamp, openCreateSales } from '@/test/screens/create-sales-screen'
import { ok, refuse } from '@/test/api-stub'

// @holds spec 7.38
test('a list that failed to load shows its error when it is opened later', async () => {
  const { user } = await openCreateSales({
    // The lists fail one after the other, before either is opened.
    'GET /customers': refuse(500),
    'GET /products': () => new Promise((resolve) => setTimeout(() => resolve(refuse(500)()), 100)),
  })
  await waitFor(() => expect(screen.getAllByText(/^Failed to load products/)).toHaveLength(1))
  await user.type(page.search(), 'lamp')
  expect(await screen.findByText('Error loading products.')).toBeTruthy()
  await user.click(page.customer())
  const inline = 'Failed to load customers. Please refresh and try again.'
  expect(await screen.findByText(inline)).toBeTruthy()
})

test('the products that sell most are read again after a failure, but not once they are shown', async () => {
  let revision = 1
  let answer = refuse(500)
  const reads = { mostSold: 0, customers: 0 }
  await openCreateSales({
    'GET /changes': () => ok({ revision: String(revision) })(),
    'GET /customers': () => {
      reads.customers += 1
      return ok([])()
    },
    'GET /products/summary?*': () => {
      reads.mostSold += 1
      return answer()
    },
  })
  const poll = () => act(async () => window.dispatchEvent(new Event('online')))
  const focusWindow = () => act(async () => window.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(reads).toEqual({ mostSold: 1, customers: 1 }))
  await poll()
  await waitFor(() => expect(reads).toEqual({ mostSold: 2, customers: 2 }))
  answer = ok([{ productId: lamp.id }])
  await focusWindow()
  expect(await screen.findByRole('button', { name: /^Add Lamp/ })).toBeTruthy()

  // The visible rows must not move.
  revision += 1
  await poll()
  await focusWindow()
  await waitFor(() => expect(reads.customers).toBe(3))
  expect(reads.mostSold).toBe(3)
})
