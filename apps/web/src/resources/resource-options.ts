import type { CountAnswer, ResourcePath } from '@stockie/contracts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'

import type { CrudResource } from '@/components/crud/crud-resource'
import { request, requestIdempotentCreate, requestList } from '@/lib/api/api-client'
import { createOnce, AlreadySavedError } from '@/lib/api/idempotency'
import type { DateRange } from '@/lib/date-ranges'

interface ToastSentences {
  success: string
  failure: string
}

export interface ListSentences {
  /** The text of the toast, and the text in place of the rows. */
  load: { failure: string; inline: string }
  remove: ToastSentences
  removeMany: ToastSentences
  restore: ToastSentences
}

/** The requests of every list: read its rows, delete one, delete many. */
function listOptions<Row>(path: string, sentences: ListSentences) {
  /** No undo if another user had deleted some of them, because it would restore those too. */
  function undo(ids: readonly number[], { count }: CountAnswer) {
    return count === ids.length ? restore(ids) : undefined
  }

  function restore(ids: readonly number[]) {
    return mutationOptions({
      mutationFn: () => request<unknown>('POST', `/${path}/restore`, { body: { ids } }),
      meta: { ...sentences.restore, canTryAgain: true },
    })
  }

  return {
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
    remove: mutationOptions({
      mutationFn: (id: number) => request<undefined>('DELETE', `/${path}/${id}`),
      meta: sentences.remove,
    }),
    removeMany: mutationOptions({
      mutationFn: (ids: readonly number[]) =>
        request<CountAnswer>('DELETE', `/${path}/bulk`, { body: { ids } }),
      meta: { ...sentences.removeMany, undo },
    }),
  }
}

interface CrudSentences extends ListSentences {
  create: ToastSentences
  update: ToastSentences
}

/**
 * The requests of one resource with their toasts. It imports only types from the contract, so that
 * no list waits for the rules of its dialog.
 */
export function crudOptions<Row, Input>(path: ResourcePath, sentences: CrudSentences) {
  const { list, ...listed } = listOptions<Row>(path, sentences)
  const resource: CrudResource<Row, Input> = {
    ...listed,
    create: mutationOptions({
      mutationFn: ({ input: body, key }) =>
        createOnce<Row>(`/${path}`, { body, idempotencyKey: key }),
      meta: { ...sentences.create, isShownOnScreen: (error) => error instanceof AlreadySavedError },
    }),
    update: mutationOptions({
      mutationFn: ({ id, input: body }) => request<Row>('PUT', `/${path}/${id}`, { body }),
      meta: sentences.update,
    }),
  }
  return { ...resource, list }
}

interface DocumentSentences extends ListSentences {
  create: ToastSentences
}

/** The requests of sales or purchases with their toasts. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names both
export function documentOptions<Row, Input>(path: ResourcePath, sentences: DocumentSentences) {
  const options = listOptions<Row>(path, sentences)
  return {
    ...options,
    list: ({ from, to }: DateRange) => options.list({ startDate: from, endDate: to }),
    /** A retry with the same `key`, after a lost answer, creates no second document. */
    create: {
      mutationFn: ({ input, key }: { input: Input; key: string }) =>
        requestIdempotentCreate<Row>(`/${path}`, { body: input, idempotencyKey: key }),
      meta: sentences.create,
    },
  }
}
