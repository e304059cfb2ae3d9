import { startTransition, useEffect, useEffectEvent, useMemo, useState } from 'react'

import { type ParamChanges, useScreenParams } from '@/lib/hooks/use-screen-params'
import type { PageRequest, Sort } from '@/lib/rows/page-query'

export const pageSizes = [10, 20, 30, 40, 50]
const defaultSize = 10

/** What of a table stands in the URL. */
interface Known {
  columns: readonly { id: string }[]
  facets: readonly { id: string }[]
}

/** What makes no sense counts as not said. */
export function readTableParams(params: URLSearchParams, { columns, facets }: Known): PageRequest {
  const size = Number(params.get('size'))
  return {
    search: params.get('q') ?? '',
    chosen: Object.fromEntries(facets.map(({ id }) => [id, readChosen(params.get(id))])),
    sort: readSort(params.get('sort'), columns),
    page: readPage(params.get('page')),
    size: pageSizes.includes(size) ? size : defaultSize,
  }
}

/** What is as it is by default is not said. */
export function toTableParams(request: PageRequest): ParamChanges {
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

function readSort(text: string | null, columns: Known['columns']): Sort | null {
  if (text === null) return null
  const isDescending = text.startsWith('-')
  const id = isDescending ? text.slice(1) : text
  return columns.some((column) => column.id === id) ? { id, isDescending } : null
}

function readChosen(text: string | null) {
  const values = (text ?? '').split(',').filter(Boolean)
  return [...new Set(values.map((value) => value.replace(/%2C/g, ',').replace(/%25/g, '%')))]
}

/** A comma between them, so that one in a name must be written another way. */
function writeChosen(values: readonly string[]) {
  return values.map((value) => value.replace(/[%,]/g, encodeURIComponent)).join(',') || null
}

/** The URL is written once a person pauses: a browser refuses to be told of every key. */
const typingPause = 200

/**
 * What is asked of the table. It stands in the URL; what somebody has just changed counts at once,
 * and the URL says it a little later.
 */
export function useTableUrlState(
  columns: readonly { id: string }[],
  facets: readonly { id: string }[],
) {
  const { params, change: changeParams, keep } = useScreenParams()
  const [ahead, setAhead] = useState<Partial<PageRequest>>({})
  // By what it says, not by which object it is: React puts `ahead` together anew in every render that
  // overtakes a transition.
  const key = JSON.stringify({ ...readTableParams(params, { columns, facets }), ...ahead })
  const request = useMemo((): PageRequest => JSON.parse(key), [key])

  const write = useEffectEvent(() => {
    // In one transition with the router's own, so that nothing flickers back in between.
    startTransition(() => {
      changeParams(toTableParams(request))
      setAhead({})
    })
  })
  useEffect(() => {
    if (Object.keys(ahead).length === 0) return undefined
    const timer = setTimeout(() => write(), 'search' in ahead ? typingPause : 0)
    return () => clearTimeout(timer)
  }, [ahead])

  const keepUnwritten = useEffectEvent(() => {
    if (Object.keys(ahead).length > 0) keep(toTableParams(request))
  })
  useEffect(() => () => keepUnwritten(), [])

  function change(changes: Partial<PageRequest>) {
    setAhead((before) => ({ ...before, ...changes }))
  }
  return { request, change }
}
