import type { Product, Sale, SaleInput } from '@stockie/contracts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { toast } from 'sonner'
import { expect } from 'vitest'

import type { DraftLine } from '@/lib/drafts/draft'

import { owner, renderApp } from '@/test/app-harness'
import { never, ok, refuse, stubApi, unreachable } from '@/test/api-stub'

const product = {
  description: null,
  stock: 40,
  categoryId: 1,
  categoryName: 'Home',
  code: null,
  reorderLevel: null,
  reorderTarget: null,
  version: 1,
}
export const lamp: Product = { ...product, id: 7, name: 'Lamp', price: 20, cost: 15 }
export const vase: Product = { ...product, id: 8, name: 'Vase', price: 35, cost: 30 }
export const lampLine: DraftLine = { productId: 7, name: 'Lamp', price: 20, quantity: 2 }
export const ada = { id: 3, name: 'Ada Fashola', email: null, phone: null, address: null }

export const storedLines = () => JSON.parse(localStorage.getItem('sales') ?? '[]')
export const storedDraftFields = () =>
  JSON.parse(localStorage.getItem('stockie-sales-draft') ?? '{}')

/** Stores a draft: two lamps for Ada, unless the arguments differ. */
export function storeDraft(rest: object = {}, lines: readonly DraftLine[] = [lampLine]) {
  localStorage.setItem('sales', JSON.stringify(lines))
  const party = { id: ada.id, name: ada.name }
  localStorage.setItem(
    'stockie-sales-draft',
    JSON.stringify({ owner: owner.id, party, key: 'the-first-key', ...rest }),
  )
}

/** The key was used before with another body. */
export const usedKey = refuse(409, {
  detail: 'Another body.',
  errors: [{ path: 'Idempotency-Key', message: 'Another body.' }],
})

/**
 * A fake API that records each key once, as the real API does. Its answers may be lost, or never arrive.
 */
function createShop() {
  const recorded = new Map<string | null, { body: unknown; sale: Sale }>()
  const shop = { recorded, losesAnswers: false, isSilent: false, record }

  function record({ key, body }: { key: string | null; body: unknown }) {
    const first = recorded.get(key) ?? { body, sale: toSale(body as SaleInput, recorded.size) }
    recorded.set(key, first)
    if (shop.isSilent) return never()
    if (shop.losesAnswers) return unreachable()
    const isSame = JSON.stringify(first.body) === JSON.stringify(body)
    return isSame ? ok(first.sale)() : usedKey()
  }
  return shop
}

function toSale(body: SaleInput, recordedCount: number): Sale {
  const { totalAmount, discount, shippingFees, saleDate, customerId } = body
  return {
    saleId: 42 + recordedCount,
    customerId,
    customerName: ada.name,
    saleDate,
    subtotal: totalAmount,
    discount,
    shippingFees,
    totalAmount,
    remark: null,
    saleDetails: [],
    createdAt: '2026-11-21T14:05:00.000Z',
    createdByName: owner.name,
    returnedAmount: 0,
  }
}

export async function openCreateSales(answers: Parameters<typeof stubApi>[0] = {}) {
  // Toasts of an earlier test: sonner shows a new toaster all toasts that have not expired.
  toast.dismiss()
  const shop = createShop()
  const calls = stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /customers': ok([ada]),
    'GET /products': ok([lamp, vase]),
    'GET /products/summary?*': ok([]),
    'POST /sales': shop.record,
    ...answers,
  })
  const { user } = renderApp('/sales/create', 't1')
  await screen.findByRole('heading', { name: 'Create Sales' })
  // The screen takes the focus after its first render.
  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
  return { user, shop, sent: () => calls.filter(({ name }) => name === 'POST /sales') }
}

export const createScreen = {
  date: () => screen.getByRole('button', { name: /^Date/ }),
  customer: () => screen.getByRole('combobox', { name: /^Customer/ }),
  search: () => screen.getByPlaceholderText('Search products by name or category...'),
  quantity: (name: string) =>
    screen.getByRole<HTMLInputElement>('spinbutton', { name: `Quantity of ${name}` }),
  line: (name: string) => within(screen.getByRole('row', { name: new RegExp(name) })),
  discount: () => screen.getByLabelText<HTMLInputElement>('Discount'),
  remark: () => screen.getByLabelText<HTMLTextAreaElement>('Remarks'),
  total: () => screen.getByRole('status', { name: 'Grand Total' }).textContent,
  submit: () => screen.getByRole('button', { name: 'Submit' }),
  type: (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } }),
}
