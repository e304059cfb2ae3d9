import { isDeepStrictEqual } from 'node:util'
import { stockCounts } from '@stockie/contracts'
import type { Call } from './calls'
import {
  stockCountDetailOf,
  stockCountListOf,
  withoutInstants,
} from '#test/model/expected/expected-stock-counts'
import { itemAt } from './model-run'
import type { Shop } from './shop-model'
import { describeDifference, type View } from './shop-views'

function viewOf(path: string, expected: (shop: Shop, answered: unknown) => unknown): View {
  return {
    path,
    compare(answered, shop) {
      const [actual, wanted] = [withoutInstants(answered), expected(shop, answered)]
      return isDeepStrictEqual(actual, wanted)
        ? undefined
        : describeDifference(path, actual, wanted)
    },
  }
}

const listView = viewOf(`/${stockCounts.path}`, stockCountListOf)

function detailView(id: number): View {
  return viewOf(`/${stockCounts.path}/${id}`, (shop, answered) => {
    const count = shop['stock-counts'].get(id)
    return count && stockCountDetailOf(shop, count, answered)
  })
}

/** How many counts a step reads, or more if its calls name more. The last step reads all. */
const details = 2

/** The list, and the counts that a step's calls name or else one by the step's choice. */
export function stockCountViewsAfter(shop: Shop, choice: number, calls: readonly Call[]): View[] {
  const ids = [...shop['stock-counts'].keys()]
  if (ids.length === 0) return [listView]
  const named = calls.flatMap(({ resource, path }) => {
    const id = Number(path.split('/')[2])
    return resource === stockCounts.path && ids.includes(id) ? [id] : []
  })
  const distinct = [...new Set(named)]
  const more = itemAt(ids, choice)
  const shown = distinct.length < details ? new Set([...distinct, more]) : distinct
  return [listView, ...[...shown].map(detailView)]
}

export function stockCountViewsOfAll(shop: Shop): View[] {
  return [listView, ...[...shop['stock-counts'].keys()].map(detailView)]
}
