import type { ResourcePath } from '@stockie/contracts'
import { mutationOptions } from '@tanstack/react-query'

import type { CrudResource } from '@/components/crud/crud-resource'
import { addOnce } from '@/lib/add-once'
import { AddedEarlier } from '@/lib/added-earlier'
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
      mutationFn: ({ input: body, key }) => addOnce<Row>(`/${path}`, { body, idempotencyKey: key }),
      meta: { ...sentences.create, isSaid: (error) => error instanceof AddedEarlier },
    }),
    update: mutationOptions({
      mutationFn: ({ id, input: body }) => request<Row>('PUT', `/${path}/${id}`, { body }),
      meta: sentences.update,
    }),
  }
  return { ...resource, list }
}
