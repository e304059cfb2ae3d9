import { resourcePaths, type ResourcePath } from '@stockie/contracts'
import type { Call } from './call'
import { ranges } from './days'
import type { Step } from './plan'
import type { Shop } from './shop'
import { oneOf } from './stage'
import {
  deletedView,
  ledgerView,
  listView,
  productSummaryView,
  profitView,
  reconcileView,
  type View,
} from './view'

/** So many ledgers are read line by line after a step; that all of them add up is asked every time. */
const ledgersRead = 2

/** Stock always, all that the calls may have changed, and in turn the rest. */
export function viewsAfter(
  shop: Shop,
  step: Step,
  calls: readonly Call[],
  stocks: readonly number[],
): View[] {
  const range = oneOf(ranges, step.range)
  const touched = calls.map(({ resource }) => resource)
  const lists = new Set<ResourcePath>(['products', ...touched])
  if (lists.has('expense-categories')) lists.add('expenses')
  const removed = calls.some(({ method, path }) => method === 'DELETE' || path.endsWith('/restore'))
  const ledgers = [...new Set(stocks)].filter((id) => shop.products.has(id))
  return [
    ...[...lists].map((resource) => listView(resource)),
    listView(oneOf(resourcePaths, step.list), range),
    reconcileView,
    profitView(range),
    productSummaryView(range),
    ...ledgers.slice(0, ledgersRead).map(ledgerView),
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
