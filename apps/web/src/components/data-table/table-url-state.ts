import { startTransition, useEffect, useEffectEvent, useMemo, useState } from 'react'

import { type ParamChanges, useScreenParams } from '@/lib/hooks/use-screen-params'
import type { TablePageRequest, Sort } from '@/lib/rows/table-page'

export const pageSizes = [10, 20, 30, 40, 50]
const defaultSize = 10

/** The parts of a table that the URL may name. */
interface TableSchema {
  columns: readonly { id: string }[]
  facets: readonly { id: string }[]
}

/** Ignores invalid parameters. */
export function readTableParams(
  params: URLSearchParams,
  { columns, facets }: TableSchema,
): TablePageRequest {
  const size = Number(params.get('size'))
  return {
    search: params.get('q') ?? '',
    chosen: Object.fromEntries(facets.map(({ id }) => [id, readChosen(params.get(id))])),
    sort: readSort(params.get('sort'), columns),
    page: readPage(params.get('page')),
    size: pageSizes.includes(size) ? size : defaultSize,
  }
}

/** Leaves out parameters that have their default value. */
export function toTableParams(request: TablePageRequest): ParamChanges {
  const { search, chosen, sort, page, size } = request
  return {
    q: search || null,
    sort: sort && (sort.isDescending ? `-${sort.id}` : sort.id),
    page: page === 1 ? null : String(page),
    size: size === defaultSize ? null : String(size),
    ...Object.fromEntries(Object.entries(chosen).map(([id, values]) => [id, writeChosen(values)])),
  }
}

function readPage(text: string | null) {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1
}

function readSort(text: string | null, columns: TableSchema['columns']): Sort | null {
  if (text === null) return null
  const isDescending = text.startsWith('-')
  const id = isDescending ? text.slice(1) : text
  return columns.some((column) => column.id === id) ? { id, isDescending } : null
}

function readChosen(text: string | null) {
  const values = (text ?? '').split(',').filter(Boolean)
  return [...new Set(values.map((value) => value.replace(/%2C/g, ',').replace(/%25/g, '%')))]
}

/** Joins the values with commas, so it escapes a comma within a value. */
function writeChosen(values: readonly string[]) {
  return values.map((value) => value.replace(/[%,]/g, encodeURIComponent)).join(',') || null
}

/** In milliseconds. Browsers limit the rate of URL changes, so the URL waits for a pause in typing. */
const typingPause = 200

/** The search, filters, sort and page of a table. A change applies at once, and the URL follows. */
export function useTableUrlState(
  columns: readonly { id: string }[],
  facets: readonly { id: string }[],
) {
  const { params, change: changeParams, keep } = useScreenParams()
  const [pending, setPending] = useState<Partial<TablePageRequest>>({})
  // Compared by content: React computes a new `pending` object in every render that overtakes a
  // transition.
  const key = JSON.stringify({ ...readTableParams(params, { columns, facets }), ...pending })
  const request = useMemo((): TablePageRequest => JSON.parse(key), [key])

  const writeUrl = useEffectEvent(() => {
    // In one transition with the router's update, so that the old state does not flash in between.
    startTransition(() => {
      changeParams(toTableParams(request))
      setPending({})
    })
  })
  useEffect(() => {
    if (Object.keys(pending).length === 0) return undefined
    const timer = setTimeout(() => writeUrl(), 'search' in pending ? typingPause : 0)
    return () => clearTimeout(timer)
  }, [pending])

  const keepPendingParams = useEffectEvent(() => {
    if (Object.keys(pending).length > 0) keep(toTableParams(request))
  })
  useEffect(() => () => keepPendingParams(), [])

  function change(changes: Partial<TablePageRequest>) {
    setPending((before) => ({ ...before, ...changes }))
  }
  return { request, change }
}
