import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { createScreen as page, openCreateSales } from '@/test/create-sales-screen'
import { refuse } from '@/test/api-stub'

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
