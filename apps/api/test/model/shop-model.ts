import {
  type Activity,
  type AdjustmentReason,
  codeForms,
  type ResourcePath,
  type StockReason,
  type StoredDaySheet,
} from '@stockie/contracts'
import type { StockCountRecord } from './stock-count-record'

/** The step, the call and the user that deleted a record. */
export type Deletion = { step: number; call: number; by: string }

type BaseRecord = { id: number; deletion: Deletion | null; history: readonly Posted[] }
type EditedRecord = BaseRecord & { version: number }

type FieldChange = Activity['changes'][number]

/** An activity of a record. */
export type Posted = { by: string; action: Activity['action']; changes: readonly FieldChange[] }

export type Contact = EditedRecord & {
  name: string
  email: string | null
  phone: string | null
  address: string | null
}
export type Category = EditedRecord & { name: string }
export type Expense = EditedRecord & {
  name: string
  amount: number
  description: string | null
  expenseCategoryId: number
  createdAt: string
  enteredAt: string
}

export type Movement = {
  delta: number
  reason: StockReason
  saleId: number | null
  purchaseId: number | null
  userName: string
  /** Set for a stock that was changed by hand. */
  adjustmentReason?: AdjustmentReason | null
  note?: string | null
  unitCost?: number | null
}
export type Product = EditedRecord & {
  name: string
  description: string | null
  price: number
  cost: number
  categoryId: number
  code: string | null
  reorderLevel: number | null
  reorderTarget: number | null
  stock: number
  ledger: readonly Movement[]
}

/** The id and the product's cost at that time are known of lines of sales only. */
export type Line = {
  id?: number
  cost?: number
  productId: number
  productName: string
  price: number
  quantity: number
}

/** A sale or a purchase. Discount and shipping are in cents, prices in whole dollars. */
export type ShopDocument = BaseRecord & {
  partyId: number
  partyName: string
  day: string
  discount: number
  shipping: number
  remark: string | null
  lines: readonly Line[]
  createdAt: string
  createdByName: string
  /** How often the document was deleted or restored. */
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

/** Amounts in cents, prices in whole dollars. The names are those of the present records. */
export type ParkedSale = {
  id: number
  name: string | null
  customerId: number | null
  discount: number
  shipping: number
  remark: string | null
  lines: readonly Omit<Line, 'productName'>[]
  createdAt: string
  createdByName: string
  /** The user that resumed it, and the key of that call. */
  taken: { userId: number; by: string; key: string | undefined } | null
  deletion: Deletion | null
}

export type ReturnedLine = Omit<Line, 'id' | 'cost'> & { lineId: number; restock: boolean }

/** A return of a sale. Amounts are in cents, prices in whole dollars. */
export type ShopReturn = BaseRecord & {
  saleId: number
  day: string
  lines: readonly ReturnedLine[]
  proposed: number
  refund: number
  shipping: number
  remark: string | null
  createdAt: string
  createdByName: string
  turn: number
}

/** A cash count with its first answer, which never changes. */
export type ShopCount = { id: number; row: StoredDaySheet }

/** The state of the shop in its simplest form. It is immutable. */
export type Shop = Tables & {
  readonly parked: ReadonlyMap<number, ParkedSale>
  readonly returns: ReadonlyMap<number, ShopReturn>
  readonly 'day-sheets': ReadonlyMap<number, ShopCount>
  readonly 'stock-counts': ReadonlyMap<number, StockCountRecord>
  /** The body and document that were first recorded under each idempotency key. */
  readonly keys: ReadonlyMap<string, { body: string; id: number }>
  /** How many records each call of the step has changed so far. */
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
  parked: new Map(),
  returns: new Map(),
  'day-sheets': new Map(),
  'stock-counts': new Map(),
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

/** Returns the record unless it is unknown or deleted. */
export function getExisting<Resource extends ResourcePath>(
  shop: Shop,
  resource: Resource,
  id: number,
): RecordOf[Resource] | undefined {
  const record = tableOf(shop, resource).get(id)
  return record?.deletion === null ? record : undefined
}

/** Lists the records that are not deleted, by id. */
export function listExisting<Resource extends ResourcePath>(
  shop: Shop,
  resource: Resource,
): RecordOf[Resource][] {
  return [...tableOf(shop, resource).values()]
    .filter(({ deletion }) => deletion === null)
    .toSorted((one, other) => one.id - other.id)
}

/** Whether an existing product has this code, except for the product with this id. */
export function isCodeTaken(shop: Shop, code: string, exceptId?: number): boolean {
  const [key] = codeForms(code)
  return listExisting(shop, 'products').some(
    (product) =>
      product.id !== exceptId && product.code !== null && codeForms(product.code)[0] === key,
  )
}

function tableOf<Resource extends ResourcePath>(
  tables: Tables,
  resource: Resource,
): ReadonlyMap<number, RecordOf[Resource]> {
  return tables[resource]
}

/** Adds an activity to what a record already has. */
export function withPosted<Kept extends BaseRecord>(
  record: Kept,
  by: string,
  action: Posted['action'],
  changes: readonly FieldChange[] = [],
): Kept {
  return { ...record, history: [...record.history, { by, action, changes }] }
}

/** Changes a product's stock, deleted or not, and adds a ledger entry. A delta of 0 adds none. */
export function moveStock(
  shop: Shop,
  productId: number,
  movement: Movement,
  isPosted = ['adjustment', 'import', 'import_undone'].includes(movement.reason),
): Shop {
  const product = shop.products.get(productId)
  if (!product) throw new Error(`The model has no product ${productId}.`)
  if (movement.delta === 0) return shop
  const stock = product.stock + movement.delta
  const change = { field: 'stock', before: product.stock, after: stock }
  const moved = { ...product, stock, ledger: [...product.ledger, movement] }
  const posted = isPosted ? withPosted(moved, movement.userName, 'changed', [change]) : moved
  return withRecord(shop, 'products', posted)
}

export function manualMovement(
  reason: 'opening' | 'adjustment',
  delta: number,
  userName: string,
  kept: Pick<Movement, 'adjustmentReason' | 'note' | 'unitCost'> = {},
): Movement {
  return { delta, reason, saleId: null, purchaseId: null, userName, ...kept }
}

/** Moves stock after a document was recorded, deleted or restored: one movement per product. */
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

function unitsOf({ lines }: ShopDocument): Map<number, number> {
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
