import type { Page } from '@playwright/test'

import type { ShopApi } from './shop-api'

interface Goods {
  partyId: number
  first: { id: number }
  second: { id: number }
}

interface Amounts {
  discount: number
  shippingFees: number
}

/** Two of the first, three of the second, today, at 20 and 35 dollars. */
export function recordSale(shop: ShopApi, goods: Goods, { discount, shippingFees }: Amounts) {
  return shop.enter('sales', {
    customerId: goods.partyId,
    saleDate: today(),
    discount,
    shippingFees,
    totalAmount: 145 - discount + shippingFees,
    remark: '',
    saleDetails: [documentLine(goods.first, 20, 2), documentLine(goods.second, 35, 3)],
  })
}

/** Seven of the first, today, at 15 dollars. */
export function recordPurchase(shop: ShopApi, goods: Goods, remark = '') {
  return shop.enter('purchases', {
    supplierId: goods.partyId,
    purchaseDate: today(),
    totalAmount: 105,
    remark,
    purchaseDetails: [documentLine(goods.first, 15, 7)],
  })
}

export function documentLine({ id }: { id: number }, price: number, quantity: number) {
  return { productId: id, price, quantity, total: price * quantity }
}

/** As the browser of the test has it, which runs on the same computer. */
export function today() {
  const now = new Date()
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}

/** By the menu, and back to where one was. */
export async function goElsewhereAndBack(page: Page, path: string) {
  const sidebar = page.getByRole('navigation', { name: 'Main' })
  await sidebar.getByRole('link', { name: 'Customers' }).click()
  await page.getByRole('heading', { name: 'Customer Management' }).waitFor()
  await sidebar.locator(`a[href="${path}"]`).click()
}
