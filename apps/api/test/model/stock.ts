import type { StockReason } from '@stockie/contracts'
import { put, type Movement, type Paper, type Shop } from './shop'

/** Moves the stock of a product, deleted or not, and notes it. Nothing moves by nothing. */
export function moveStock(shop: Shop, productId: number, movement: Movement): Shop {
  const product = shop.products.get(productId)
  if (!product) throw new Error(`The model has no product ${productId}.`)
  if (movement.delta === 0) return shop
  const stock = product.stock + movement.delta
  return put(shop, 'products', { ...product, stock, ledger: [...product.ledger, movement] })
}

export function byHand(
  reason: 'opening' | 'adjustment',
  delta: number,
  userName: string,
): Movement {
  return { delta, reason, saleId: null, purchaseId: null, userName }
}

/** What a document that was recorded, deleted or restored does to stock: once for each product. */
export function moveByPaper(
  shop: Shop,
  resource: 'sales' | 'purchases',
  paper: Paper,
  userName: string,
): Shop {
  const isSale = resource === 'sales'
  const isBack = paper.deletion !== null
  const sign = isSale === isBack ? 1 : -1
  return [...unitsOf(paper)].reduce(
    (moved, [productId, units]) =>
      moveStock(moved, productId, {
        delta: sign * units,
        reason: reasonOf(isSale ? 'sale' : 'purchase', paper),
        saleId: isSale ? paper.id : null,
        purchaseId: isSale ? null : paper.id,
        userName,
      }),
    shop,
  )
}

export function unitsOf({ lines }: Paper): Map<number, number> {
  const units = new Map<number, number>()
  for (const { productId, quantity } of lines) {
    units.set(productId, (units.get(productId) ?? 0) + quantity)
  }
  return units
}

function reasonOf(kind: 'sale' | 'purchase', { deletion, turn }: Paper): StockReason {
  if (turn === 0) return kind
  return `${kind}_${deletion ? 'deleted' : 'restored'}`
}
