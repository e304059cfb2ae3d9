import { totalCountHeader } from '@stockie/contracts'
import { infiniteQueryOptions, type UseInfiniteQueryResult } from '@tanstack/react-query'

import { call, readAnswer, request, type RequestOptions } from './api-client'

const usualSize = 50

export interface Page<Row> {
  rows: Row[]
  /** Number of rows on all pages. */
  total: number
}

export async function requestPage<Row>(
  path: string,
  options: RequestOptions = {},
): Promise<Page<Row>> {
  const response = await call('GET', path, options)
  const rows = (await readAnswer(response)) as Row[]
  return { rows, total: Number(response.headers.get(totalCountHeader)) }
}

interface PagedList<Row> {
  path: string
  query?: Record<string, string>
  keyOf: (row: Row) => string | number
  failure: string
}

interface NumberedPages<Row> extends PagedList<Row> {
  pageSize?: number
}

/** A list, newest first, that loads one more page at a time. */
export function pagedRequests<Row>(list: NumberedPages<Row>) {
  const { path, query = {}, keyOf, failure, pageSize = usualSize } = list
  return infiniteQueryOptions({
    queryKey: [path, query, 'pages'],
    queryFn: ({ pageParam, signal }) => {
      const search = { ...query, page: String(pageParam), pageSize: String(pageSize) }
      return requestPage<Row>(`/${path}?${new URLSearchParams(search)}`, { signal })
    },
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) =>
      pages.length * pageSize < total ? pages.length + 1 : undefined,
    select: ({ pages }) => ({
      // Rows added between two page loads shift later rows to the next page, so some rows arrive
      // twice.
      rows: [
        ...new Map(pages.flatMap(({ rows }) => rows.map((row) => [keyOf(row), row]))).values(),
      ],
      total: pages.at(-1)?.total ?? 0,
      pageCount: pages.length,
    }),
    meta: { failure },
  })
}

interface History<Row> extends PagedList<Row> {
  keyOf: (row: Row) => number
  /** Whether rows come that no revision counts. Then each poll reads the list. */
  isUncounted?: true
}

/** A list, newest first, whose next page begins after the last row of the page before. */
export function historyRequests<Row>(list: History<Row>) {
  const { path, query = {}, keyOf, failure, isUncounted } = list
  return infiniteQueryOptions({
    queryKey: [path, query, 'history'],
    queryFn: ({ pageParam: before, signal }) => {
      // One row more than the page shows tells whether there is another page.
      const search = { ...query, ...(before && { before }), pageSize: String(usualSize + 1) }
      return request<Row[]>('GET', `/${path}?${new URLSearchParams(search)}`, { signal })
    },
    initialPageParam: '',
    getNextPageParam: (rows) => {
      const last = rows[usualSize - 1]
      return last && rows.length > usualSize ? String(keyOf(last)) : undefined
    },
    select: ({ pages }) => ({
      rows: pages.flatMap((rows) => rows.slice(0, usualSize)),
      pageCount: pages.length,
    }),
    meta: { failure, ...(isUncounted && { isUncounted }) },
  })
}

type PagedQuery = UseInfiniteQueryResult<{ pageCount: number }>

/** What ShowMore needs of such a list. */
export function pagesOf(list: PagedQuery) {
  return { hasNextPage: list.hasNextPage, fetchNextPage: () => fetchNextPage(list) }
}

const maxAttempts = 5

/**
 * Loads one more page. A running refetch ends first: if it were cancelled, the earlier pages would stay old. If a
 * refetch cancels the load, it is tried again.
 */
async function fetchNextPage({ data, fetchNextPage: fetchMore }: PagedQuery) {
  const before = data?.pageCount ?? 0
  for (let attempt = 1; ; attempt += 1) {
    const result = await fetchMore({ cancelRefetch: false })
    const isLoaded = (result.data?.pageCount ?? 0) > before
    const isOver = isLoaded || !result.hasNextPage || result.isFetchNextPageError
    if (isOver || attempt === maxAttempts) return result
  }
}
