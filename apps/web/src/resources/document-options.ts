import type { ResourcePath } from '@stockie/contracts'

import { requestRecorded } from '@/lib/api-client'
import type { DateRange } from '@/lib/date-ranges'

import { listOptions, type ListSentences, type Said } from './list-options'

interface Sentences extends ListSentences {
  create: Said
}

/** The calls of sales or of purchases, each with what the browser says of it. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- whoever calls it names both
export function documentOptions<Row, Input>(path: ResourcePath, sentences: Sentences) {
  const options = listOptions<Row>(path, sentences)
  return {
    ...options,
    list: ({ from, to }: DateRange) => options.list({ startDate: from, endDate: to }),
    /** The same `key` again, after an answer that never came, makes no second document. */
    create: {
      mutationFn: ({ input, key }: { input: Input; key: string }) =>
        requestRecorded<Row>(`/${path}`, { body: input, idempotencyKey: key }),
      meta: sentences.create,
    },
  }
}
