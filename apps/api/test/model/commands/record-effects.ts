import { adjustmentReasons } from '@stockie/contracts'
import { enteredAtIn, type ModelAnswer, type CallContext } from '#test/model/calls'
import { storeDay, storeNoon } from '#test/model/day-ranges'
import type { CreatePlan } from '#test/model/sequence-plans'
import {
  type Category,
  type Contact,
  type Expense,
  manualMovement,
  moveStock,
  type Product,
  type Shop,
  withPosted,
  withRecord,
} from '#test/model/shop-model'
import type { RecordBody } from './record-bodies'

type RecordPath = CreatePlan['resource']

/** Returns the shop with a new record from the body. */
export function addRecord(
  shop: Shop,
  resource: RecordPath,
  id: number,
  body: RecordBody,
  answer: ModelAnswer,
  { user }: CallContext,
): Shop {
  const created = { by: user.name, action: 'created' as const, changes: [] }
  const base = { id, deletion: null, version: 1, history: [created] }
  if (resource === 'products') {
    const none = { code: null, reorderLevel: null, reorderTarget: null }
    const product = { ...base, ...productOf(body, none), stock: 0, ledger: [] }
    const opening = manualMovement('opening', Number(body['stock']), user.name)
    return moveStock(withRecord(shop, resource, product), id, opening)
  }
  if (resource === 'expenses') {
    const enteredAt = enteredAtIn(answer)
    const createdAt = typeof body['date'] === 'string' ? storeNoon(body['date']) : enteredAt
    return withRecord(shop, resource, { ...base, ...expenseOf(body), createdAt, enteredAt })
  }
  if (resource === 'customers' || resource === 'suppliers') {
    return withRecord(shop, resource, { ...base, ...contactOf(body) })
  }
  return withRecord(shop, resource, { ...base, name: text(body['name']) })
}

/** Returns the shop with an existing record's fields set from the body. */
export function updateRecord(
  shop: Shop,
  resource: RecordPath,
  id: number,
  body: RecordBody,
  { user }: CallContext,
): Shop {
  if (resource === 'products') {
    const product = getRecord(shop.products, id)
    const base = Number(body['baseStock'] ?? product.stock)
    const fields = productOf(body, product)
    const reason = adjustmentReasons.find((known) => known === textOrNull(body['stockReason']))
    const adjustment = manualMovement('adjustment', Number(body['stock']) - base, user.name, {
      adjustmentReason: reason ?? null,
      note: textOrNull(body['stockNote']),
      unitCost: fields.cost,
    })
    const edited = withChanges(product, { ...product, ...fields }, user.name)
    return moveStock(withRecord(shop, resource, edited), id, adjustment)
  }
  if (resource === 'expenses') {
    const expense = getRecord(shop[resource], id)
    const { date } = body
    const isMoved = typeof date === 'string' && date !== storeDay(expense.createdAt)
    const createdAt = isMoved ? storeNoon(date) : expense.createdAt
    const edited = { ...expense, ...expenseOf(body), createdAt }
    return withRecord(shop, resource, withChanges(expense, edited, user.name))
  }
  if (resource === 'customers' || resource === 'suppliers') {
    const contact = getRecord(shop[resource], id)
    const edited = { ...contact, ...contactOf(body) }
    return withRecord(shop, resource, withChanges(contact, edited, user.name))
  }
  const category = getRecord(shop[resource], id)
  const edited = { ...category, name: text(body['name']) }
  return withRecord(shop, resource, withChanges(category, edited, user.name))
}

const categoryFields: Record<string, string> = {
  categoryId: 'categoryName',
  expenseCategoryId: 'expenseCategoryName',
}

/** Adds the activity of an edit, and raises the version, if a field has changed. */
export function withChanges<Kept extends Contact | Category | Expense | Product>(
  before: Kept,
  after: Kept,
  userName: string,
): Kept {
  const known = new Map<string, unknown>(Object.entries(before))
  const changes = Object.entries(after)
    .filter(([field, value]) => known.get(field) !== value)
    .map(([field, value]) => {
      const categoryField = categoryFields[field]
      if (field === 'createdAt') {
        const day = (instant: unknown) => storeDay(String(instant))
        return { field: 'date', before: day(known.get(field)), after: day(value) }
      }
      // The names of categories depend on the order of calls that the model may exchange.
      if (categoryField) return { field: categoryField, before: null, after: null }
      return { field, before: known.get(field) as string, after: value as string }
    })
    .toSorted((one, other) => (one.field < other.field ? -1 : 1))
  if (changes.length === 0) return after
  return withPosted({ ...after, version: after.version + 1 }, userName, 'changed', changes)
}

/** A new stock must not be negative. An unchanged stock may be. */
export function invalidStock(
  shop: Shop,
  resource: RecordPath,
  id: number,
  body: RecordBody,
): string[] {
  const product = shop.products.get(id)
  if (resource !== 'products' || !product) return []
  const stock = Number(body['stock'])
  return stock !== (body['baseStock'] ?? product.stock) && stock < 0 ? ['stock'] : []
}

function getRecord<Kept>(table: ReadonlyMap<number, Kept>, id: number): Kept {
  const record = table.get(id)
  if (!record) throw new Error(`The model has no record ${id}.`)
  return record
}

function contactOf(body: RecordBody) {
  const { email, phone, address } = body
  const optional = { email: textOrNull(email), phone: textOrNull(phone) }
  return { name: text(body['name']), ...optional, address: textOrNull(address) }
}

function expenseOf(body: RecordBody) {
  return {
    name: text(body['name']),
    amount: Number(body['amount']),
    description: textOrNull(body['description']),
    expenseCategoryId: Number(body['expenseCategoryId']),
  }
}

type KeptFields = Pick<Product, 'code' | 'reorderLevel' | 'reorderTarget'>

/** Without one of the kept fields in the body, the product keeps its own. */
function productOf(body: RecordBody, { code, reorderLevel, reorderTarget }: KeptFields) {
  return {
    code: 'code' in body ? textOrNull(body['code']) : code,
    reorderLevel: 'reorderLevel' in body ? countOrNull(body['reorderLevel']) : reorderLevel,
    reorderTarget: 'reorderTarget' in body ? countOrNull(body['reorderTarget']) : reorderTarget,
    name: text(body['name']),
    description: textOrNull(body['description']),
    price: Number(body['price']),
    cost: Number(body['cost']),
    categoryId: Number(body['categoryId']),
  }
}

function text(value: unknown): string {
  return String(value).trim()
}

function countOrNull(value: unknown): number | null {
  return value === null || value === '' ? null : Number(value)
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value.trim() || null : null
}
