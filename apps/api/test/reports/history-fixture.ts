import {
  customerHistory,
  customerHistorySummary,
  productHistory,
  supplierHistory,
  supplierHistorySummary,
} from '@stockie/contracts'
import { createShopClient } from '#test/support/shop-client'
import type { TestApi } from '#test/support/test-api'
import { openTestShop } from '#test/support/test-shop'

/** A shop of its own in a shared database: its customer, supplier and products are new. */
export async function openHistoryShop(api: TestApi) {
  const shop = await openTestShop(api)
  const calls = createShopClient(api, shop)
  const customer = `/customers/${shop.customerId}/history`
  const supplier = `/suppliers/${shop.supplierId}/history`
  const readSales = async (query = '') =>
    customerHistory.row.array().parse(await calls.read(`${customer}?${query}`))
  const readPurchases = async (query = '') =>
    supplierHistory.row.array().parse(await calls.read(`${supplier}?${query}`))
  return {
    shop,
    ...calls,
    customer,
    supplier,
    readSales,
    readPurchases,
    readSalesSummary: async () =>
      customerHistorySummary.row.parse(await calls.read(`${customer}/summary`)),
    readPurchasesSummary: async () =>
      supplierHistorySummary.row.parse(await calls.read(`${supplier}/summary`)),
    readLines: async (productId: number, query = '') =>
      productHistory.row.array().parse(await calls.read(`/products/${productId}/history?${query}`)),
  }
}

export const idsOf = (rows: { documentId: number }[]) => rows.map(({ documentId }) => documentId)
