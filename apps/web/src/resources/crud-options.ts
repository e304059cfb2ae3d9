import { mutationOptions } from '@tanstack/react-query'
import type { z } from 'zod'

import type { CrudResource } from '@/components/crud/crud-resource'
import { request } from '@/lib/api-client'

import { listOptions, type ListSentences, type Said } from './list-options'

interface Contract<Row, Input, Values> {
  path: string
  row: z.ZodType<Row>
  // A form for both holds what an update needs, and a creation leaves out what is too much.
  input: z.ZodType<NoInfer<Input>, NoInfer<Values>>
  updateInput: z.ZodType<Input, Values>
}

interface Sentences extends ListSentences {
  create: Said
  update: Said
}

/** The calls of one kind of records, each with what the browser says of it. */
export function crudOptions<Row, Input, Values>(
  { path, input, updateInput }: Contract<Row, Input, Values>,
  sentences: Sentences,
) {
  const { list, ...listed } = listOptions<Row>(path, sentences)
  const resource: CrudResource<Row, Input, Values> = {
    ...listed,
    input,
    updateInput,
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
