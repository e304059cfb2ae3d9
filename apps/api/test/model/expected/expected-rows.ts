import type { ResourcePath } from '@stockie/contracts'
import { isWithin, type Range, storeDay } from '#test/model/day-ranges'
import { dollars, lineCents, subtotalCents, totalCents } from '#test/model/amounts'
import { returnedCents } from './expected-returns'
import {
  getExisting,
  listExisting,
  type Contact,
  type ParkedSale,
  type RecordOf,
  type Shop,
  type ShopDocument,
} from '#test/model/shop-model'

/** Returns the list of a resource as the API answers it, in the API's order. */
export function listOf(shop: Shop, resource: ResourcePath, range: Range = {}): object[] {
  if (resource === 'expenses') {
    return listExisting(shop, resource)
      .filter(({ createdAt }) => isWithin(storeDay(createdAt), range))
      .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id)
      .map((expense) => rowOf(shop, resource, expense))
  }
  if (resource === 'sales' || resource === 'purchases') {
    return listExisting(shop, resource)
      .filter(({ day }) => isWithin(day, range))
      .toSorted((a, b) => b.day.localeCompare(a.day) || b.id - a.id)
      .map((document) => rowOf(shop, resource, document))
  }
  return listExisting(shop, resource).map((record) => ({
    ...rowOf(shop, resource, record),
    ...useOf(shop, resource, record.id),
  }))
}

/** How many existing records belong to a category. */
function useOf(shop: Shop, resource: ResourcePath, id: number): object {
  if (resource === 'categories') {
    const used = listExisting(shop, 'products').filter(({ categoryId }) => categoryId === id)
    return { productCount: used.length }
  }
  if (resource === 'expense-categories') {
    const used = listExisting(shop, 'expenses').filter((row) => row.expenseCategoryId === id)
    return { expenseCount: used.length }
  }
  return {}
}

type Writer<Resource extends ResourcePath> = (record: RecordOf[Resource], shop: Shop) => object

const writers: { [Resource in ResourcePath]: Writer<Resource> } = {
  customers: contactRow,
  suppliers: contactRow,
  categories: ({ id, name, version }) => ({ id, name, version }),
  'expense-categories': ({ id, name, version }) => ({ id, name, version }),
  expenses: (expense, shop) => ({
    id: expense.id,
    name: expense.name,
    amount: expense.amount,
    description: expense.description,
    createdAt: expense.createdAt,
    enteredAt: expense.enteredAt,
    day: storeDay(expense.createdAt),
    expenseCategoryId: expense.expenseCategoryId,
    expenseCategoryName: nameOf(shop, 'expense-categories', expense.expenseCategoryId),
    version: expense.version,
  }),
  products: (product, shop) => ({
    id: product.id,
    name: product.name,
    description: product.description,
    price: product.price,
    cost: product.cost,
    stock: product.stock,
    categoryId: product.categoryId,
    categoryName: nameOf(shop, 'categories', product.categoryId),
    code: product.code,
    reorderLevel: product.reorderLevel,
    reorderTarget: product.reorderTarget,
    version: product.version,
  }),
  sales: (sale, shop) => ({
    saleId: sale.id,
    customerId: sale.partyId,
    customerName: sale.partyName,
    saleDate: sale.day,
    subtotal: dollars(subtotalCents(sale.lines)),
    discount: dollars(sale.discount),
    shippingFees: dollars(sale.shipping),
    totalAmount: dollars(totalCents(sale)),
    remark: sale.remark,
    saleDetails: linesOf(sale),
    returnedAmount: dollars(returnedCents(shop, sale.id)),
    ...recordingOf(sale),
  }),
  purchases: (purchase) => ({
    purchaseId: purchase.id,
    supplierId: purchase.partyId,
    supplierName: purchase.partyName,
    purchaseDate: purchase.day,
    totalAmount: dollars(totalCents(purchase)),
    remark: purchase.remark,
    purchaseDetails: linesOf(purchase),
    ...recordingOf(purchase),
  }),
}

/** Returns one record as the API answers it. */
export function rowOf<Resource extends ResourcePath>(
  shop: Shop,
  resource: Resource,
  record: RecordOf[Resource],
): object {
  const write: Writer<Resource> = writers[resource]
  return write(record, shop)
}

/** Returns a parked sale as the API answers it. */
export function parkedRowOf(shop: Shop, sale: ParkedSale): object {
  const { id, name, customerId, discount, shipping, remark, lines, createdAt } = sale
  return {
    id,
    name,
    customerId,
    customerName: customerId === null ? null : shop.customers.get(customerId)?.name,
    discount: dollars(discount),
    shippingFees: dollars(shipping),
    totalAmount: dollars(Math.max(0, subtotalCents(lines) - discount + shipping)),
    remark,
    saleDetails: lines.map(({ productId, price, quantity }) => ({
      productId,
      productName: shop.products.get(productId)?.name,
      price,
      quantity,
      total: dollars(lineCents({ price, quantity })),
    })),
    createdAt,
    createdByName: sale.createdByName,
  }
}

/** The parked sales that any till may resume, newest first. */
export function parkedListOf(shop: Shop): object[] {
  return [...shop.parked.values()]
    .filter(({ taken, deletion }) => taken === null && deletion === null)
    .toSorted((one, other) => other.id - one.id)
    .map((sale) => parkedRowOf(shop, sale))
}

/** Returns the category's name, or null after its deletion. */
export function nameOf(
  shop: Shop,
  resource: 'categories' | 'expense-categories',
  id: number,
): string | null {
  return getExisting(shop, resource, id)?.name ?? null
}

function contactRow({ id, name, email, phone, address, version }: Contact): object {
  return { id, name, email, phone, address, version }
}

function recordingOf({ createdAt, createdByName }: ShopDocument): object {
  return { createdAt, createdByName }
}

function linesOf({ lines }: ShopDocument): object[] {
  return lines.map((line) => ({ ...line, total: dollars(lineCents(line)) }))
}
