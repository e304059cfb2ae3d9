import { lastOfMonth, tradingDay } from '../pages/dashboard-page'
import { documentLine } from '../support/documents'
import type { ShopApi } from '../support/shop-api'

const customers = ['Alice Archer', 'Bob Baker', 'Gail Green', 'Hal Hunt', 'Ida Ives']
const goods = {
  'Espresso Beans': { price: 20, cost: 12 },
  'Filter Beans': { price: 15, cost: 9 },
  'Pumpkin Mug': { price: 14, cost: 7 },
  Scale: { price: 35, cost: 20 },
}

type Good = keyof typeof goods
type Amounts = [Good, number][]

/** Records a month of documents, except on Sundays. All goods sold are bought again: no stock changes. */
export async function tradeAMonth(shop: ShopApi) {
  const find = await readIds(shop)
  const sold: Amounts = []
  for (let day = 1; day <= lastOfMonth; day += 1) {
    if (weekday(day) === 0) continue
    const sales: Amounts[] = [
      [
        ['Espresso Beans', 4 + ((day * 7) % 8)],
        ['Pumpkin Mug', 2 + ((day * 3) % 4)],
      ],
      [
        ['Filter Beans', 3 + ((day * 5) % 7)],
        ['Scale', 1 + ((day * 3) % 5)],
      ],
    ]
    for (const [index, amounts] of sales.entries()) {
      await sell(find, shop, day, index === 0 ? customerOf(day) : 'Walk-in', amounts)
    }
    sold.push(...sales.flat())
    if (day % 3 === 2) await buy(find, shop, day, sold.splice(0))
  }
  if (sold.length > 0) await buy(find, shop, lastOfMonth, sold)
}

const dateOf = (day: number) => `${tradingDay.slice(0, 8)}${String(day).padStart(2, '0')}`
const weekday = (day: number) => new Date(`${dateOf(day)}T12:00:00`).getDay()
const customerOf = (day: number) => customers[day % customers.length] ?? 'Walk-in'

type Find = (name: string) => number

async function readIds(shop: ShopApi): Promise<Find> {
  const ids = new Map<string, number>()
  for (const path of ['customers', 'suppliers', 'products']) {
    const rows = await shop.list<{ id: number; name: string }>(path)
    for (const { id, name } of rows) ids.set(name, id)
  }
  return (name) => ids.get(name) ?? Number.NaN
}

async function sell(find: Find, shop: ShopApi, day: number, customer: string, amounts: Amounts) {
  const saleDetails = amounts.map(([name, quantity]) =>
    documentLine({ id: find(name) }, goods[name].price, quantity),
  )
  const discount = day % 6 === 0 ? 5 : 0
  const shippingFees = day % 4 === 0 && customer !== 'Walk-in' ? 4.99 : 0
  await shop.enter('sales', {
    customerId: find(customer),
    saleDate: dateOf(day),
    discount,
    shippingFees,
    totalAmount: sumOf(saleDetails) - discount + shippingFees,
    remark: shippingFees > 0 ? 'To be delivered' : '',
    saleDetails,
  })
}

/** Records a purchase of the quantities sold. */
async function buy(find: Find, shop: ShopApi, day: number, sold: Amounts) {
  const names = [...new Set(sold.map(([name]) => name))]
  const purchaseDetails = names.map((name) => {
    const amounts = sold.filter(([soldName]) => soldName === name).map(([, quantity]) => quantity)
    const quantity = amounts.reduce((sum, amount) => sum + amount)
    return documentLine({ id: find(name) }, goods[name].cost, quantity)
  })
  await shop.enter('purchases', {
    supplierId: find('Bean Brothers'),
    purchaseDate: dateOf(day),
    totalAmount: sumOf(purchaseDetails),
    remark: '',
    purchaseDetails,
  })
}

const sumOf = (lines: { total: number }[]) => lines.reduce((sum, { total }) => sum + total, 0)
