import { documentLine, today } from '../support/documents'
import type { ShopApi } from '../support/shop-api'
import { tradeAMonth } from './month-of-trade'

interface Named {
  id: number
  name: string
}

/** Fills the e2e shop for the pictures, with usual names and a month of trade. */
export async function fillPictureShop(shop: ShopApi) {
  await giveUsualNames(shop)
  await tradeAMonth(shop)
  await sellTooMany(shop)
}

/** Replaces the names that the seed has for layout and escaping tests. */
async function giveUsualNames(shop: ShopApi) {
  const customers = await shop.list<Named & { email: string }>('customers')
  for (const { id, name, email } of customers) {
    const usual = usualName(name, 'Lena Long')
    if (usual !== name) await shop.update(`customers/${id}`, { name: usual, email })
  }
  const products = await shop.list<Named & { description: string }>('products')
  for (const product of products) {
    const name = usualName(product.name, 'Cast Iron Teapot')
    const description = 'Holds 1 l'
    if (name !== product.name) {
      await shop.update(`products/${product.id}`, { ...product, name, description })
    }
  }
}

function usualName(name: string, insteadOfLong: string) {
  if (name.length > 80) return insteadOfLong
  return name.replaceAll(/<\/?b>/g, '').replace(' 北京', '')
}

export const wrongTotal = 168

/** Records the mistake that the guide finds and corrects: 12 typed instead of 2. */
async function sellTooMany(shop: ShopApi) {
  const customer = await idOf(shop, 'customers', 'Carla Cruz')
  const mug = await idOf(shop, 'products', 'Pumpkin Mug')
  await shop.enter('sales', {
    customerId: customer,
    saleDate: today(),
    discount: 0,
    shippingFees: 0,
    totalAmount: wrongTotal,
    remark: '',
    saleDetails: [documentLine({ id: mug }, 14, 12)],
  })
}

async function idOf(shop: ShopApi, path: string, name: string) {
  const row = (await shop.list<Named>(path)).find((entry) => entry.name === name)
  if (!row) throw new Error(`The shop has no ${name} among its ${path}`)
  return row.id
}
