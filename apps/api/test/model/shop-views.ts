import { isDeepStrictEqual } from 'node:util'
import {
  type Activity,
  type DaySheet,
  parkedSalesPath,
  type ProductHistoryLine,
  type ResourcePath,
  resourcePaths,
} from '@stockie/contracts'
import type { Call } from './calls'
import { days, type Range, ranges } from './day-ranges'
import { findAdjustmentMismatch } from '#test/model/expected/expected-adjustments'
import { areFiguresOf, countsOf } from '#test/model/expected/expected-day-sheets'
import {
  type Documents,
  findHistoryMismatch,
  partyHistoryOf,
  partySummaryOf,
} from '#test/model/expected/expected-histories'
import {
  deletedOf,
  type DeletedRow,
  findDeletionMismatch,
  findActivityMismatch,
  findLedgerMismatch,
  type MovementRow,
} from '#test/model/expected/expected-reports'
import { returnListOf } from '#test/model/expected/expected-returns'
import { listOf, parkedListOf } from '#test/model/expected/expected-rows'
import {
  marginOf,
  mostSoldOf,
  productSummaryOf,
  profitOf,
} from '#test/model/expected/expected-totals'
import type { Step } from './sequence-plans'
import type { Shop } from './shop-model'
import { itemAt } from './model-run'

/** A GET request and the comparison of its answer with the model. */
export type View = {
  path: string
  /** Set if only the owner may read it. */
  forOwner?: true
  /** Describes the difference between the answer and this shop; undefined if they match. */
  compare: (actual: unknown, shop: Shop) => string | undefined
}

export function listView(resource: ResourcePath, range: Range = {}): View {
  return exactView(`/${resource}${queryOf(range)}`, (shop) => listOf(shop, resource, range))
}

const parkedView = exactView(`/${parkedSalesPath}`, parkedListOf)

const returnsView = exactView('/returns', returnListOf)

/** The figures of a day, and its cash counts as they were first answered. */
function daySheetView(day: string): View {
  const path = `/day-sheets?date=${day}`
  return {
    path,
    compare(actual, shop) {
      const { date, figures, sheetCount, sheets } = actual as DaySheet
      if (!areFiguresOf(shop, day, figures)) {
        return `GET ${path} has other figures: ${JSON.stringify(figures)}`
      }
      const expected = countsOf(shop, day)
      return date === day && sheetCount === expected.length && isDeepStrictEqual(sheets, expected)
        ? undefined
        : describeDifference(path, sheets, expected)
    },
  }
}

/** What happened to a return. */
function returnActivityView(id: number): View {
  return {
    path: `/activity?resource=returns&id=${id}&pageSize=200`,
    forOwner: true,
    compare(actual, shop) {
      const history = shop.returns.get(id)?.history ?? []
      const mismatch = findActivityMismatch(actual as Activity[], history)
      return mismatch && `returns/${id}: ${mismatch}`
    },
  }
}

/** The reports of a range, and the products that sold most in it, at most `top` of them. */
function reportViews(range: Range, top: number): View[] {
  const query = queryOf(range)
  return [
    exactView(`/reports/profit-summary${query}`, (shop) => profitOf(shop, range)),
    exactView(`/reports/margin${query}`, (shop) => marginOf(shop, range)),
    exactView(`/products/summary${query}`, (shop) => productSummaryOf(shop, range)),
    exactView(withQuery(`/products/summary${query}`, { top: String(top) }), (shop) =>
      mostSoldOf(shop, range, top),
    ),
  ]
}

export const reconcileView = exactView('/stock/reconcile', () => [])

/** Movements of the same moment may have any order, but their balances must lead to the stock. */
export function ledgerView(productId: number): View {
  return {
    path: `/products/${productId}/movements?pageSize=1000`,
    compare(actual, shop) {
      const product = shop.products.get(productId)
      if (!product) return `The model has no product ${productId}.`
      return findLedgerMismatch(actual as MovementRow[], product, shop)
    },
  }
}

/** The stock changes by hand, of all products or of one. */
function adjustmentsView(productId?: number): View {
  const path = `/reports/adjustments${productId === undefined ? '' : `?productId=${productId}`}`
  return { path, compare: (actual, shop) => findAdjustmentMismatch(actual, shop, productId) }
}

/** What happened to a record. */
export function activityView(resource: ResourcePath, id: number): View {
  return {
    path: `/activity?resource=${resource}&id=${id}&pageSize=200`,
    compare(actual, shop) {
      const record = shop[resource].get(id)
      if (!record) return `The model has no ${resource}/${id}.`
      const mismatch = findActivityMismatch(actual as Activity[], record.history)
      return mismatch && `${resource}/${id}: ${mismatch}`
    },
  }
}

const documentKinds = [
  { documents: 'sales', kind: 'sale', parties: 'customers' },
  { documents: 'purchases', kind: 'purchase', parties: 'suppliers' },
] as const

/** The history of a customer or supplier, also of a deleted one, and its summary. */
function partyViews(documents: Documents, parties: string, id: number): View[] {
  const path = `/${parties}/${id}/history`
  return [
    exactView(`${path}?pageSize=200`, (shop) => partyHistoryOf(shop, documents, id).slice(0, 200)),
    exactView(`${path}/summary`, (shop) => partySummaryOf(shop, documents, id)),
  ]
}

/** The lines of a product in sales or in purchases. */
function productHistoryView(documents: Documents, kind: string, productId: number): View {
  return {
    path: `/products/${productId}/history?kind=${kind}&pageSize=200`,
    compare: (actual, shop) =>
      findHistoryMismatch(actual as ProductHistoryLine[], shop, documents, productId),
  }
}

export const deletedView: View = {
  path: '/deleted?parked=true&pageSize=1000',
  forOwner: true,
  compare: (actual, shop) => findDeletionMismatch(actual as DeletedRow[], deletedOf(shop)),
}

function exactView(path: string, expected: (shop: Shop) => unknown): View {
  return {
    path,
    compare(actual, shop) {
      const expectedBody = expected(shop)
      return isDeepStrictEqual(actual, expectedBody)
        ? undefined
        : describeDifference(path, actual, expectedBody)
    },
  }
}

export function describeDifference(path: string, actual: unknown, expected: unknown): string {
  if (!Array.isArray(actual) || !Array.isArray(expected)) {
    return `GET ${path}\n  has   ${JSON.stringify(actual)}\n  wants ${JSON.stringify(expected)}`
  }
  const same = (one: unknown) => (other: unknown) => isDeepStrictEqual(one, other)
  const has = actual.filter((row) => !expected.some(same(row)))
  const wants = expected.filter((row) => !actual.some(same(row)))
  const order = has.length + wants.length === 0 ? ' differs only in order or duplicates' : ''
  return `GET ${path}${order}\n  has   ${JSON.stringify(has)}\n  wants ${JSON.stringify(wants)}`
}

export function queryOf(range: Range): string {
  const query = new URLSearchParams(range).toString()
  return query && `?${query}`
}

/** Adds parameters to the query of a path. */
export function withQuery(path: string, parameters: Record<string, string>): string {
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(parameters).toString()}`
}

/** The limit of ledgers that a step reads line by line. /stock/reconcile checks all sums after every step. */
const maxLedgers = 2

/** The limit of day sheets that a step reads. The last step reads those of all days. */
const maxDaySheets = 2

/** The most records whose activities a step reads, and the most of each resource at the end. */
const maxActivities = 2
const maxFinalActivities = 6

type Listed = Exclude<Call['resource'], (typeof unlisted)[number]>

const unlisted = [parkedSalesPath, 'day-sheets', 'stock-counts'] as const

/** Whether the calls of a resource change one of the lists. */
function isListed(resource: Call['resource']): resource is Listed {
  return !unlisted.some((other) => other === resource)
}

/** The records that a step's calls name in their paths. */
function activitiesOf(shop: Shop, calls: readonly Call[]): View[] {
  const named = calls.flatMap(({ resource, path }) => {
    const id = Number(path.split('/')[2])
    // Parked sales and counts have no activities.
    if (!isListed(resource) || resource === 'returns') return []
    return shop[resource].has(id) ? [{ resource, id }] : []
  })
  return named.slice(0, maxActivities).map(({ resource, id }) => activityView(resource, id))
}

/** Returns every view that the calls may have changed, and some others by the step's choice. */
export function viewsAfter(
  shop: Shop,
  step: Step,
  calls: readonly Call[],
  stocks: readonly number[],
): View[] {
  const range = itemAt(ranges, step.range)
  const touched = calls
    .map(({ resource }) => resource)
    .filter(isListed)
    .map((resource) => (resource === 'returns' ? 'sales' : resource))
  const dayChoices = step.calls.map((plan) => ('day' in plan ? plan.day : step.range))
  const sheetDays = new Set(dayChoices.map((choice) => itemAt(days, choice)))
  const lists = new Set<ResourcePath>(['products', ...touched])
  if (lists.has('expense-categories')) lists.add('expenses')
  const removed = calls.some(({ method, path }) => method === 'DELETE' || path.endsWith('/restore'))
  const ledgers = [...new Set(stocks)].filter((id) => shop.products.has(id))
  return [
    ...[...lists].map((resource) => listView(resource)),
    listView(itemAt(resourcePaths, step.list), range),
    parkedView,
    returnsView,
    ...[...sheetDays].slice(0, maxDaySheets).map(daySheetView),
    reconcileView,
    ...reportViews(range, 2),
    adjustmentsView(),
    ...ledgers.slice(0, maxLedgers).flatMap((id) => [ledgerView(id), adjustmentsView(id)]),
    ...activitiesOf(shop, calls),
    ...documentKinds.flatMap(({ documents, kind, parties }) =>
      touched.includes(documents)
        ? [
            ...partyViews(documents, parties, itemAt([...shop[parties].keys()], step.list)),
            productHistoryView(documents, kind, itemAt([...shop.products.keys()], step.list)),
          ]
        : [],
    ),
    ...(removed ? [deletedView] : []),
  ]
}

/** Returns all lists, all ledgers, and the reports of every range. */
export function viewsOfAll(shop: Shop): View[] {
  return [
    ...resourcePaths.map((resource) => listView(resource)),
    parkedView,
    returnsView,
    ...days.map(daySheetView),
    ...[...shop.returns.keys()].slice(0, maxFinalActivities).map(returnActivityView),
    reconcileView,
    deletedView,
    adjustmentsView(),
    ...[...shop.products.keys()].flatMap((id) => [ledgerView(id), adjustmentsView(id)]),
    ...resourcePaths.flatMap((resource) =>
      [...shop[resource].keys()]
        .slice(0, maxFinalActivities)
        .map((id) => activityView(resource, id)),
    ),
    ...documentKinds.flatMap(({ documents, kind, parties }) => [
      ...[...shop[parties].keys()].flatMap((id) => partyViews(documents, parties, id)),
      ...[...shop.products.keys()].map((id) => productHistoryView(documents, kind, id)),
    ]),
    ...ranges.flatMap((range) => [
      listView('sales', range),
      listView('purchases', range),
      listView('expenses', range),
      ...reportViews(range, 100),
    ]),
  ]
}
