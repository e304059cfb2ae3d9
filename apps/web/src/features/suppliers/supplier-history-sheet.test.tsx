import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { owner, renderApp } from '@/test/app-harness'
import { ok, stubApi } from '@/test/api-stub'

test('the history of a supplier shows the purchases in the words of a purchase', async () => {
  stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /suppliers': ok([{ id: 7, name: 'Acme', email: null, phone: null, address: null }]),
    'GET /suppliers/7/history/summary': ok({
      all: { count: 2, total: 30 },
      last12Months: { count: 1, total: 10 },
      last: { documentId: 5, day: '2026-11-20' },
      topProducts: [{ productId: 3, name: 'Tea', units: 5 }],
    }),
    'GET /suppliers/7/history?pageSize=51': ok([
      {
        documentId: 5,
        day: '2026-11-20',
        totalAmount: 10,
        units: 5,
        lineCount: 1,
        productNames: ['Tea'],
      },
    ]),
  })
  const { user } = renderApp('/supplier', 't1')
  await user.click(await screen.findByRole('button', { name: 'Acme' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Acme' }))
  expect(sheet.getByText('Purchases from this supplier')).toBeTruthy()
  expect(await sheet.findByText('2 purchases for $30.00')).toBeTruthy()
  expect(sheet.getByText('Last purchase').nextSibling?.textContent).toBe('20 Nov 2026')
  expect(sheet.getByText('Bought most').nextSibling?.textContent).toMatch(/^Tea5 units/)
  expect((await sheet.findByRole('link', { name: 'Purchase 5' })).getAttribute('href')).toBe(
    '/purchase?from=2026-11-20&to=2026-11-20&q=5',
  )
})
