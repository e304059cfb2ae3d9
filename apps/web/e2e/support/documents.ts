import { stockOf, uniqueWord, type ShopApi } from './shop-api'

export type DocumentKind = 'sales' | 'purchases'

export type TestGoods = Awaited<ReturnType<typeof enterTestGoods>>

interface RecordedGoods {
  partyId: number
  first: { id: number }
  second: { id: number }
}

interface Amounts {
  discount: number
  shippingFees: number
}

/** Records a sale of today: two of the first product at $20 and three of the second at $35. */
export function recordSale(
  shop: ShopApi,
  goods: RecordedGoods,
  { discount, shippingFees }: Amounts,
) {
  return shop.enter<{ saleId: number }>('sales', {
    customerId: goods.partyId,
    saleDate: today(),
    discount,
    shippingFees,
    totalAmount: 145 - discount + shippingFees,
    remark: '',
    saleDetails: [documentLine(goods.first, 20, 2), documentLine(goods.second, 35, 3)],
  })
}

/** Records a sale of a product at $20, as from another till. */
export async function sellProduct(
  shop: ShopApi,
  productId: number,
  quantity: number,
  saleDate = '2026-01-02',
) {
  await shop.enter('sales', {
    customerId: await shop.firstId('customers'),
    saleDate,
    totalAmount: 20 * quantity,
    discount: 0,
    shippingFees: 0,
    remark: '',
    saleDetails: [{ productId, price: 20, quantity, total: 20 * quantity }],
  })
}

/** Records a purchase of today: seven of the first product at $15. */
export function recordPurchase(shop: ShopApi, goods: RecordedGoods, remark = '') {
  return shop.enter<{ purchaseId: number }>('purchases', {
    supplierId: goods.partyId,
    purchaseDate: today(),
    totalAmount: 105,
    remark,
    purchaseDetails: [documentLine(goods.first, 15, 7)],
  })
}

/** Records a document of today with the goods of its kind, and returns its number. */
export async function recordDocument(shop: ShopApi, goods: RecordedGoods, kind: DocumentKind) {
  if (kind === 'purchases') return (await recordPurchase(shop, goods)).purchaseId
  return (await recordSale(shop, goods, { discount: 0, shippingFees: 0 })).saleId
}

export function documentLine({ id }: { id: number }, price: number, quantity: number) {
  return { productId: id, price, quantity, total: price * quantity }
}

/** Today in the browser's time zone, which the tests share. */
export function today() {
  const now = new Date()
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}

interface RecordedDocument {
  saleId?: number
  customerName?: string
  supplierName?: string
  totalAmount: number
  discount?: number
  shippingFees?: number
  remark: string | null
  saleDate?: string
  purchaseDate?: string
  details: { productName: string; price: number; quantity: number; total: number }[]
}

/** Enters a party and two products that only this test uses. */
export async function enterTestGoods(shop: ShopApi, kind: DocumentKind) {
  const word = uniqueWord()
  const party = `${word} Party`
  const categoryId = await shop.firstId('categories')
  const { id: partyId } = await shop.enter(kind === 'sales' ? 'customers' : 'suppliers', {
    name: party,
  })
  const product = (name: string, price: number) =>
    shop.enter('products', { name, price, cost: price - 5, stock: 50, categoryId })
  const first = { name: `${word} Lamp`, ...(await product(`${word} Lamp`, 20)) }
  const second = { name: `${word} Vase`, ...(await product(`${word} Vase`, 35)) }

  return {
    word,
    party,
    partyId,
    categoryId,
    first,
    second,
    stockOf: ({ id }: { id: number }) => stockOf(shop, id),
    /** Reads the documents of this party, newest first. */
    async recorded() {
      const rows = await shop.list<
        RecordedDocument & Record<'saleDetails' | 'purchaseDetails', RecordedDocument['details']>
      >(kind)
      return rows
        .filter(({ customerName, supplierName }) => (customerName ?? supplierName) === party)
        .map((row) => ({ ...row, details: row.saleDetails ?? row.purchaseDetails }))
    },
  }
}

/** Enters a customer with as many sales of today, which only the test uses. */
export async function enterSales(shop: ShopApi, count: number) {
  const goods = await enterTestGoods(shop, 'sales')
  const addSale = () => recordSale(shop, goods, { discount: 0, shippingFees: 0 })
  for (let sale = 0; sale < count; sale += 1) await addSale()
  return {
    path: `/sales?q=${goods.word}`,
    saleIds: async () => (await goods.recorded()).map(({ saleId }) => saleId),
    addSale,
    deleteSale: (id: number | undefined) => shop.remove(`sales/${id}`),
  }
}
