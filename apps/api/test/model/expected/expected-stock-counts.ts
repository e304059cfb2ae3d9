import { isDeepStrictEqual } from 'node:util'
import { type StockCountDetail, stockCounts } from '@stockie/contracts'
import type { ModelAnswer } from '#test/model/calls'
import type { Movement, Product, Shop } from '#test/model/shop-model'
import type { CountedLine, StockCountRecord } from '#test/model/stock-count-record'
import { nameOf } from './expected-rows'

type Line = CountedLine & { productId: number; product: Product }

/** The sums of the ledger since a place, as goods that came or went and as corrections of the books. */
function movedSince({ ledger }: Pick<Product, 'ledger'>, place: number) {
  const sum = (movements: readonly Movement[]) =>
    movements.reduce((units, { delta }) => units + delta, 0)
  const later = ledger.slice(place)
  return { goods: sum(later.filter(areGoods)), all: sum(later) }
}

const neverGoods = ['count', 'count_undone', 'import', 'import_undone']
/** Only these reasons of a change by hand say that goods went. */
const reasonsOfGoods = ['damaged', 'own-use']

function areGoods({ reason, adjustmentReason }: Movement): boolean {
  if (reason === 'adjustment') return reasonsOfGoods.includes(adjustmentReason ?? '')
  return !neverGoods.includes(reason)
}

/** Posts a count of a product: its stock becomes the counted number plus the goods that moved since. */
export function postingOf({ counted, countedAt }: CountedLine, product: Product) {
  if (counted === null || product.deletion) return null
  const moved = movedSince(product, countedAt).goods
  return { difference: counted + moved - product.stock, moved, cost: product.cost }
}

export function linesOf(shop: Shop, { lines }: StockCountRecord): Line[] {
  return [...lines].map(([productId, line]) => {
    const product = shop.products.get(productId)
    if (!product) throw new Error(`The model has no product ${productId}.`)
    return { ...line, productId, product }
  })
}

const hasBeenPosted = ({ state }: StockCountRecord) => state === 'posted' || state === 'undone'
const isHidden = ({ blind, finishedByName }: StockCountRecord) => blind && finishedByName === null

/** A posted count keeps what its posting did, and the others follow the present ledger. */
function differenceOf(count: StockCountRecord, line: Line): number | null {
  const posting = hasBeenPosted(count) ? line.posted : postingOf(line, line.product)
  return posting && posting.difference
}

/** The places of a ledger that only corrections of the books are between. */
function placesLike({ ledger }: Product, place: number): number[] {
  const isCorrection = (at: number) => ledger[at] !== undefined && !areGoods(ledger[at])
  let [first, last] = [place, place]
  while (isCorrection(first - 1)) first -= 1
  while (isCorrection(last)) last += 1
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/**
 * The movements between the numbers of a sum. A correction beside a number came before or after it, and no other figure
 * tells, so both answers are right.
 */
function movedBetween({ product, entries, beganAt, countedAt }: Line, answered: unknown): number {
  const between = (began: number, last: number) =>
    movedSince(product, began).all - movedSince(product, last).all
  const told: unknown = Object(answered).movedWhileCounting
  const possible = placesLike(product, beganAt).flatMap((began) =>
    placesLike(product, countedAt).map((last) => between(began, last)),
  )
  const isTold = entries > 1 && possible.some((units) => units === told)
  return isTold ? Number(told) : between(beganAt, countedAt)
}

function lineRow(shop: Shop, count: StockCountRecord, line: Line, answered: unknown) {
  const { productId, product, counted, entries, countedAt, by, posted } = line
  const difference = differenceOf(count, line)
  const expectedOfCounted = difference === null || counted === null ? null : counted - difference
  const expectedNow = hasBeenPosted(count) ? null : product.stock
  return {
    productId,
    name: product.name,
    code: product.code,
    categoryName: nameOf(shop, 'categories', product.categoryId),
    isDeleted: product.deletion !== null,
    cost: posted?.cost ?? product.cost,
    expected: isHidden(count) ? null : counted === null ? expectedNow : expectedOfCounted,
    counted,
    entries,
    countedAt: counted !== null,
    countedById: by?.id ?? null,
    countedByName: by?.name ?? null,
    moved: counted === null ? 0 : (posted?.moved ?? movedSince(product, countedAt).goods),
    movedWhileCounting: movedBetween(line, answered),
    difference: isHidden(count) ? null : difference,
  }
}

/** A count as the API lists it, with instants as `withoutInstants` leaves them. */
export function stockCountRowOf(shop: Shop, count: StockCountRecord) {
  const { id, name, categoryId, blind, state, createdAt, createdByName } = count
  const { finishedAt, finishedByName, postedByName, undoneByName, discardedByName } = count
  const lines = linesOf(shop, count)
  const showsNone = isHidden(count) || state === 'discarded'
  const differences = showsNone
    ? []
    : lines.flatMap((line) => {
        const units = differenceOf(count, line) ?? 0
        return units === 0 ? [] : [{ units, value: units * (line.posted ?? line.product).cost }]
      })
  return {
    id,
    name,
    categoryId,
    categoryName: categoryId === null ? null : (shop.categories.get(categoryId)?.name ?? null),
    blind,
    state,
    products: lines.length,
    counted: lines.filter(({ counted }) => counted !== null).length,
    differing: differences.length,
    units: differences.reduce((sum, { units }) => sum + units, 0),
    value: differences.reduce((sum, { value }) => sum + value, 0),
    createdAt,
    createdByName,
    finishedAt,
    finishedByName,
    postedAt: postedByName !== null,
    postedByName,
    undoneAt: undoneByName !== null,
    undoneByName,
    discardedAt: discardedByName !== null,
    discardedByName,
  }
}

export function stockCountDetailOf(shop: Shop, count: StockCountRecord, answered: unknown) {
  const answeredLines: { productId: number }[] = Object(answered).lines ?? []
  const lines = linesOf(shop, count)
    .toSorted((one, other) => one.productId - other.productId)
    .map((line) => {
      const told = answeredLines.find(({ productId }) => productId === line.productId)
      return lineRow(shop, count, line, told)
    })
  return { ...stockCountRowOf(shop, count), lines }
}

/** The counts, newest first. */
export function stockCountListOf(shop: Shop): object[] {
  return [...shop[stockCounts.path].values()]
    .toSorted((one, other) => other.id - one.id)
    .map((count) => stockCountRowOf(shop, count))
}

const instants = ['postedAt', 'undoneAt', 'discardedAt', 'countedAt']

/** Replaces each instant that the model does not know by whether there is one, as it has no clock. */
export function withoutInstants(answered: unknown): unknown {
  if (Array.isArray(answered)) return answered.map(withoutInstants)
  if (typeof answered !== 'object' || answered === null) return answered
  return Object.fromEntries(
    Object.entries(answered).map(([field, value]) => [
      field,
      instants.includes(field) ? Boolean(value) : withoutInstants(value),
    ]),
  )
}

type Part = Partial<Omit<StockCountDetail, 'lines'>> & { lines?: object[] }

/**
 * The part of an answer that no concurrent call changes. An answer is read after its write, and tills and forms may have
 * changed stocks, names and costs between the two.
 */
function settledPart(answered: unknown): unknown {
  const {
    lines,
    categoryName: _name,
    differing,
    units,
    value,
    ...kept
  } = withoutInstants(answered) as Part
  const hasFigures = kept.state === 'posted' || kept.state === 'undone'
  return {
    ...kept,
    ...(hasFigures && { differing, units, value }),
    ...(lines && { lines: lines.map(settledLine) }),
  }
}

/** The same of a product in a count. */
function settledLine(answered: unknown): unknown {
  const line: Record<string, unknown> = Object(answered)
  const { productId, counted, entries, countedById, countedByName, movedWhileCounting } = line
  return { productId, counted, entries, countedById, countedByName, movedWhileCounting }
}

/** Whether an answer shows this count, apart from what concurrent calls change. */
export function isCountAnswer({ status, body }: ModelAnswer, due: number, count: object): boolean {
  return status === due && isDeepStrictEqual(settledPart(body), settledPart(count))
}

/** The same of an answer that shows one product of the count. */
export function isLineAnswer(
  { status, body }: ModelAnswer,
  shop: Shop,
  { countId, productId }: { countId: number; productId: number },
): boolean {
  const count = shop[stockCounts.path].get(countId)
  const line = count && linesOf(shop, count).find((one) => one.productId === productId)
  if (status !== 200 || !count || !line) return false
  return isDeepStrictEqual(settledLine(body), settledLine(lineRow(shop, count, line, body)))
}

export function withCount(shop: Shop, count: StockCountRecord): Shop {
  const counts = new Map(shop[stockCounts.path]).set(count.id, count)
  return { ...shop, [stockCounts.path]: counts }
}

/** Why a count cannot be undone: a count that was posted later has a product that this one corrected. */
export function hasLaterCount(shop: Shop, count: StockCountRecord): boolean {
  const corrected = [...count.lines].flatMap(([id, { posted }]) => (posted?.difference ? [id] : []))
  return [...shop[stockCounts.path].values()].some(
    (other) =>
      other.state === 'posted' &&
      (other.posting ?? 0) > (count.posting ?? 0) &&
      corrected.some((id) => other.lines.get(id)?.posted),
  )
}
