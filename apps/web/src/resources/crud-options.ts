import type { ResourcePath } from '@stockie/contracts'
import { mutationOptions } from '@tanstack/react-query'

import type { CrudResource } from '@/components/crud/crud-resource'
import { request } from '@/lib/api-client'

import { listOptions, type ListSentences, type Said } from './list-options'

interface Sentences extends ListSentences {
  create: Said
  update: Said
}

/**
 * The calls of one kind of records, each with what the browser says of it. Of the contract the types
 * alone: its rules are for the dialog, and no list waits for them.
 */
export function crudOptions<Row, Input>(path: ResourcePath, sentences: Sentences) {
  const { list, ...listed } = listOptions<Row>(path, sentences)
  const resource: CrudResource<Row, Input> = {
    ...listed,
    create: mutationOptions({
      mutationFn: (body) => request<Row>('POST', `/${path}`, { body }),
      meta: sentences.create,
    }),
    update: mutationOptions({
      mutationFn: ({ id, input: body }) => request<Row>('PUT', `/${path}/${id}`, { body }),
      meta: sentences.update,
    }),
  }
  return { ...resource, list }
}
