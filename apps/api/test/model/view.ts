import { isDeepStrictEqual } from 'node:util'
import type { ResourcePath } from '@stockie/contracts'
import type { Range } from './days'
import { deletedOf, productSummaryOf, profitOf } from './reports'
import { listOf } from './rows'
import type { Shop } from './shop'
import { deletionsSeen, type DeletedRow } from './deletions-seen'
import { ledgerSeen, type MovementRow } from './ledger-seen'

/** Somewhere to look, and what must be seen there. */
export type View = {
  path: string
  /** Where the owner alone may look. */
  forOwner?: true
  /** What is wrong with what is seen in a shop like this; undefined where nothing is. */
  compare: (seen: unknown, shop: Shop) => string | undefined
}

export function listView(resource: ResourcePath, range: Range = {}): View {
  return plainView(`/${resource}${queryOf(range)}`, (shop) => listOf(shop, resource, range))
}

export function profitView(range: Range): View {
  return plainView(`/reports/profit-summary${queryOf(range)}`, (shop) => profitOf(shop, range))
}

export function productSummaryView(range: Range): View {
  const path = `/products/summary${queryOf(range)}`
  return plainView(path, (shop) => productSummaryOf(shop, range))
}

export const reconcileView = plainView('/stock/reconcile', () => [])

/** Movements of one moment may stand in either order; their balances lead to the stock. */
export function ledgerView(productId: number): View {
  return {
    path: `/products/${productId}/movements?pageSize=1000`,
    compare(seen, shop) {
      const product = shop.products.get(productId)
      if (!product) return `The model has no product ${productId}.`
      return ledgerSeen(seen as MovementRow[], product)
    },
  }
}

export const deletedView: View = {
  path: '/deleted?pageSize=1000',
  forOwner: true,
  compare: (seen, shop) => deletionsSeen(seen as DeletedRow[], deletedOf(shop)),
}

function plainView(path: string, expected: (shop: Shop) => unknown): View {
  return {
    path,
    compare(seen, shop) {
      const wanted = expected(shop)
      return isDeepStrictEqual(seen, wanted) ? undefined : difference(path, seen, wanted)
    },
  }
}

export function difference(path: string, seen: unknown, wanted: unknown): string {
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
