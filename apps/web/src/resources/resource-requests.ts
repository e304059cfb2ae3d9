import {
  type ImportResource,
  type ProfitSummary,
  profitSummaryPath,
  type ResourcePath,
} from '@stockie/contracts'
import { mutationOptions, queryOptions, useQuery } from '@tanstack/react-query'

import type { CrudResource } from '@/components/crud/crud-resource'
import { request, requestList } from '@/lib/api/api-client'
import type { DateRange } from '@/lib/date-ranges'

import { type DeletionSentences, deletionRequests, type ToastSentences } from './deletion-requests'

/** A form has loaded it already. */
const loadIdempotency = () => import('@/lib/api/idempotency')

interface ListSentences extends DeletionSentences {
  /** The text of the toast, and the text in place of the rows. */
  load: { failure: string; inline: string }
}

/** The requests of every list: read its rows, delete one, delete many. */
function listRequests<Row>(path: string, sentences: ListSentences) {
  return {
    ...deletionRequests(path, sentences),
    loadFailure: sentences.load.inline,
    list: (query: Record<string, string> = {}) => {
      const search = new URLSearchParams(query)
      return queryOptions({
        queryKey: [path, query],
        queryFn: ({ signal, client, queryKey }) =>
          requestList(search.size > 0 ? `/${path}?${search}` : `/${path}`, {
            signal,
            cached: client.getQueryData<Row[]>(queryKey),
          }),
        meta: { failure: sentences.load.failure },
      })
    },
  }
}

/**
 * Whether the shop has no such document on any day, although the list shows only some days. Asks only if
 * the list is empty. Documents of $0.00 count as none.
 */
export function useHasNoneYet(list: unknown[] | undefined, total: keyof ProfitSummary) {
  const isEmpty = list?.length === 0
  const allDays = useQuery({
    queryKey: [profitSummaryPath],
    queryFn: ({ signal }) => request<ProfitSummary>('GET', `/${profitSummaryPath}`, { signal }),
    enabled: isEmpty,
  })
  return isEmpty && allDays.data?.[total] === 0
}

interface CrudSentences extends ListSentences {
  create: ToastSentences
  update: ToastSentences
}

/**
 * The requests of one resource with their toasts. It imports only types from the contract, so that
 * no list waits for the rules of its dialog.
 */
export function crudRequests<Row, Input>(path: ImportResource, sentences: CrudSentences) {
  const { list, ...listed } = listRequests<Row>(path, sentences)
  const resource: CrudResource<Row, Input> & { path: ImportResource } = {
    ...listed,
    path,
    listWith: () => list(),
    create: mutationOptions({
      mutationFn: async ({ input: body, key: idempotencyKey, signal }) =>
        (await loadIdempotency()).createOnce<Row>(`/${path}`, {
          body,
          idempotencyKey,
          signal,
        }),
      meta: sentences.create,
    }),
    update: mutationOptions({
      mutationFn: ({ id, input: body, version, key: idempotencyKey }) =>
        request<Row>('PUT', `/${path}/${id}`, { body, version, idempotencyKey }),
      meta: sentences.update,
    }),
    restore: mutationOptions({
      mutationFn: (id) => request('POST', `/${path}/restore`, { body: { ids: [id] } }),
      // It is the first half of an update.
      meta: { failure: sentences.update.failure },
    }),
  }
  return { ...resource, list }
}

interface DocumentSentences extends ListSentences {
  create: ToastSentences
}

/** The requests of sales or purchases with their toasts. use-document-draft.ts sends the new ones. */
export function documentRequests<ListRow>(
  path: ResourcePath,
  sentences: DocumentSentences,
  listQuery: Record<string, string> = {},
) {
  const requests = listRequests<ListRow>(path, sentences)
  return {
    ...requests,
    list: ({ from, to }: DateRange) =>
      requests.list({ startDate: from, endDate: to, ...listQuery }),
    create: sentences.create,
  }
}
