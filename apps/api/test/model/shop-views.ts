import { isDeepStrictEqual } from 'node:util'
import { type ResourcePath, resourcePaths } from '@stockie/contracts'
import type { Call } from './calls'
import { type Range, ranges } from './day-ranges'
import {
  deletedOf,
  type DeletedRow,
  findDeletionMismatch,
  findLedgerMismatch,
  type MovementRow,
  productSummaryOf,
  profitOf,
} from './expected-reports'
import { listOf } from './expected-rows'
import type { Step } from './sequence-plans'
import type { Shop } from './shop-model'
import { itemAt } from './stage'

/** Somewhere to look, and what must be seen there. */
export type View = {
  path: string
  /** Where the owner alone may look. */
  forOwner?: true
  /** What is wrong with what is seen in a shop like this; undefined where nothing is. */
  compare: (seen: unknown, shop: Shop) => string | undefined
}

export function listView(resource: ResourcePath, range: Range = {}): View {
  return exactView(`/${resource}${queryOf(range)}`, (shop) => listOf(shop, resource, range))
}

export function profitView(range: Range): View {
  return exactView(`/reports/profit-summary${queryOf(range)}`, (shop) => profitOf(shop, range))
}

export function productSummaryView(range: Range): View {
  const path = `/products/summary${queryOf(range)}`
  return exactView(path, (shop) => productSummaryOf(shop, range))
}

export const reconcileView = exactView('/stock/reconcile', () => [])

/** Movements of one moment may stand in either order; their balances lead to the stock. */
export function ledgerView(productId: number): View {
  return {
    path: `/products/${productId}/movements?pageSize=1000`,
    compare(seen, shop) {
      const product = shop.products.get(productId)
      if (!product) return `The model has no product ${productId}.`
      return findLedgerMismatch(seen as MovementRow[], product)
    },
  }
}

export const deletedView: View = {
  path: '/deleted?pageSize=1000',
  forOwner: true,
  compare: (seen, shop) => findDeletionMismatch(seen as DeletedRow[], deletedOf(shop)),
}

function exactView(path: string, expected: (shop: Shop) => unknown): View {
  return {
    path,
    compare(seen, shop) {
      const expectedBody = expected(shop)
      return isDeepStrictEqual(seen, expectedBody)
        ? undefined
        : describeDifference(path, seen, expectedBody)
    },
  }
}

export function describeDifference(path: string, seen: unknown, wanted: unknown): string {
  if (!Array.isArray(seen) || !Array.isArray(wanted)) {
    return `GET ${path}\n  has   ${JSON.stringify(seen)}\n  wants ${JSON.stringify(wanted)}`
  }
  const same = (one: unknown) => (other: unknown) => isDeepStrictEqual(one, other)
  const has = seen.filter((row) => !wanted.some(same(row)))
  const wants = wanted.filter((row) => !seen.some(same(row)))
  const order = has.length + wants.length === 0 ? ' in another order or number' : ''
  return `GET ${path}${order}\n  has   ${JSON.stringify(has)}\n  wants ${JSON.stringify(wants)}`
}

function queryOf(range: Range): string {
  const query = new URLSearchParams(range).toString()
  return query && `?${query}`
}

/** So many ledgers are read line by line after a step; that all of them add up is asked every time. */
const maxLedgers = 2

/** Stock always, all that the calls may have changed, and in turn the rest. */
export function viewsAfter(
  shop: Shop,
  step: Step,
  calls: readonly Call[],
  stocks: readonly number[],
): View[] {
  const range = itemAt(ranges, step.range)
  const touched = calls.map(({ resource }) => resource)
  const lists = new Set<ResourcePath>(['products', ...touched])
  if (lists.has('expense-categories')) lists.add('expenses')
  const removed = calls.some(({ method, path }) => method === 'DELETE' || path.endsWith('/restore'))
  const ledgers = [...new Set(stocks)].filter((id) => shop.products.has(id))
  return [
    ...[...lists].map((resource) => listView(resource)),
    listView(itemAt(resourcePaths, step.list), range),
    reconcileView,
    profitView(range),
    productSummaryView(range),
    ...ledgers.slice(0, maxLedgers).map(ledgerView),
    ...(removed ? [deletedView] : []),
  ]
}

/** All lists, all ledgers, and the reports of every range. */
export function viewsOfAll(shop: Shop): View[] {
  return [
    ...resourcePaths.map((resource) => listView(resource)),
    reconcileView,
    deletedView,
    ...[...shop.products.keys()].map(ledgerView),
    ...ranges.flatMap((range) => [
      listView('sales', range),
      listView('purchases', range),
      listView('expenses', range),
      profitView(range),
      productSummaryView(range),
    ]),
  ]
}
