import type { ResourcePath, StockReason } from '@stockie/contracts'

/** The step and the call that deleted a record, and who made it. */
export type Deletion = { step: number; call: number; by: string }

type BaseRecord = { id: number; deletion: Deletion | null }

export type Contact = BaseRecord & {
  name: string
  email: string | null
  phone: string | null
  address: string | null
}
export type Category = BaseRecord & { name: string }
export type Expense = BaseRecord & {
  name: string
  amount: number
  description: string | null
  expenseCategoryId: number
  createdAt: string
}

export type Movement = {
  delta: number
  reason: StockReason
  saleId: number | null
  purchaseId: number | null
  userName: string
}
export type Product = BaseRecord & {
  name: string
  description: string | null
  price: number
  cost: number
  categoryId: number
  stock: number
  ledger: readonly Movement[]
}

export type Line = { productId: number; productName: string; price: number; quantity: number }

/** A sale or a purchase. Money in cents, but for the whole dollars of prices. */
export type ShopDocument = BaseRecord & {
  partyId: number
  partyName: string
  day: string
  discount: number
  shipping: number
  remark: string | null
  lines: readonly Line[]
  /** How often it was deleted or restored. */
  turn: number
}

export type RecordOf = {
  customers: Contact
  suppliers: Contact
  categories: Category
  'expense-categories': Category
  expenses: Expense
  products: Product
  sales: ShopDocument
  purchases: ShopDocument
}

type Tables = { readonly [Resource in ResourcePath]: ReadonlyMap<number, RecordOf[Resource]> }

/** All that the shop remembers, as plain as can be. Nothing in it is ever changed, only replaced. */
export type Shop = Tables & {
  /** What was first recorded under an idempotency key: from which body, as which document. */
  readonly keys: ReadonlyMap<string, { body: string; id: number }>
  /** How many records each bulk call of the step has changed so far. */
  readonly tallies: ReadonlyMap<number, number>
}

export const emptyShop: Shop = {
  customers: new Map(),
  suppliers: new Map(),
  categories: new Map(),
  'expense-categories': new Map(),
  expenses: new Map(),
  products: new Map(),
  sales: new Map(),
  purchases: new Map(),
  keys: new Map(),
  tallies: new Map(),
}

export function withRecord<Resource extends ResourcePath>(
  shop: Shop,
  resource: Resource,
  record: RecordOf[Resource],
): Shop {
  return { ...shop, [resource]: new Map(tableOf(shop, resource)).set(record.id, record) }
}

/** The record, unless it is unknown or deleted. */
export function getExisting<Resource extends ResourcePath>(
  shop: Shop,
  resource: Resource,
  id: number,
): RecordOf[Resource] | undefined {
  const record = tableOf(shop, resource).get(id)
  return record?.deletion === null ? record : undefined
}

/** All that are not deleted, by id. */
export function listExisting<Resource extends ResourcePath>(
  shop: Shop,
  resource: Resource,
): RecordOf[Resource][] {
  return [...tableOf(shop, resource).values()]
    .filter(({ deletion }) => deletion === null)
    .toSorted((one, other) => one.id - other.id)
}

function tableOf<Resource extends ResourcePath>(
  tables: Tables,
  resource: Resource,
): ReadonlyMap<number, RecordOf[Resource]> {
  return tables[resource]
}

/** Moves the stock of a product, deleted or not, and notes it. Nothing moves by nothing. */
export function moveStock(shop: Shop, productId: number, movement: Movement): Shop {
  const product = shop.products.get(productId)
  if (!product) throw new Error(`The model has no product ${productId}.`)
  if (movement.delta === 0) return shop
  const stock = product.stock + movement.delta
  return withRecord(shop, 'products', { ...product, stock, ledger: [...product.ledger, movement] })
}

export function manualMovement(
  reason: 'opening' | 'adjustment',
  delta: number,
  userName: string,
): Movement {
  return { delta, reason, saleId: null, purchaseId: null, userName }
}

/** What a document that was recorded, deleted or restored does to stock: once for each product. */
export function moveStockByDocument(
  shop: Shop,
  resource: 'sales' | 'purchases',
  document: ShopDocument,
  userName: string,
): Shop {
  const isSale = resource === 'sales'
  const isDeleted = document.deletion !== null
  const sign = isSale === isDeleted ? 1 : -1
  return [...unitsOf(document)].reduce(
    (moved, [productId, units]) =>
      moveStock(moved, productId, {
        delta: sign * units,
        reason: reasonOf(isSale ? 'sale' : 'purchase', document),
        saleId: isSale ? document.id : null,
        purchaseId: isSale ? null : document.id,
        userName,
      }),
    shop,
  )
}

export function unitsOf({ lines }: ShopDocument): Map<number, number> {
  const units = new Map<number, number>()
  for (const { productId, quantity } of lines) {
    units.set(productId, (units.get(productId) ?? 0) + quantity)
  }
  return units
}

function reasonOf(kind: 'sale' | 'purchase', { deletion, turn }: ShopDocument): StockReason {
  if (turn === 0) return kind
  return `${kind}_${deletion ? 'deleted' : 'restored'}`
}
