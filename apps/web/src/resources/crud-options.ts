import type { CountAnswer } from '@stockie/contracts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'

import type { CrudResource } from '@/components/crud/crud-resource'
import { request } from '@/lib/api-client'

interface Contract<Row, Input, Values> {
  path: string
  row: z.ZodType<Row>
  // A form for both holds what an update needs, and a creation leaves out what is too much.
  input: z.ZodType<NoInfer<Input>, NoInfer<Values>>
  updateInput: z.ZodType<Input, Values>
}

interface Said {
  success: string
  failure: string
}

interface Sentences {
  /** The toast, and what stands in the place of the rows. */
  load: { failure: string; inline: string }
  create: Said
  update: Said
  remove: Said
  removeMany: Said
  restore: Said
}

/** The calls of one kind of records, each with what the browser says of it. */
export function crudOptions<Row, Input, Values>(
  { path, input, updateInput }: Contract<Row, Input, Values>,
  sentences: Sentences,
) {
  const resource: CrudResource<Row, Input, Values> = {
    input,
    updateInput,
    loadFailure: sentences.load.inline,
    create: mutationOptions({
      mutationFn: (body) => request<Row>('POST', `/${path}`, { body }),
      meta: sentences.create,
    }),
    update: mutationOptions({
      mutationFn: ({ id, input: body }) => request<Row>('PUT', `/${path}/${id}`, { body }),
      meta: sentences.update,
    }),
    remove: mutationOptions({
      mutationFn: (id) => request<undefined>('DELETE', `/${path}/${id}`),
      meta: sentences.remove,
    }),
    removeMany: mutationOptions({
      mutationFn: (ids) => request<CountAnswer>('DELETE', `/${path}/bulk`, { body: { ids } }),
      meta: { ...sentences.removeMany, undo },
    }),
  }

  function list(query: Record<string, string> = {}) {
    const search = new URLSearchParams(query)
    return queryOptions({
      queryKey: [path, query],
      queryFn: ({ signal }) =>
        request<Row[]>('GET', search.size > 0 ? `/${path}?${search}` : `/${path}`, { signal }),
      meta: { failure: sentences.load.failure },
    })
  }

  /** None where somebody else had deleted some of them: that is not ours to take back. */
  function undo(ids: readonly number[], { count }: CountAnswer) {
    return count === ids.length ? restore(ids) : undefined
  }

  function restore(ids: readonly number[]) {
    return mutationOptions({
      mutationFn: () => request<unknown>('POST', `/${path}/restore`, { body: { ids } }),
      meta: { ...sentences.restore, canTryAgain: true },
    })
  }

  return { ...resource, list }
}
