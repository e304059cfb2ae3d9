import { z } from 'zod'
import { defineReport } from '../definitions'
import { noQuery } from './request-params'
import { changesPath } from '../zod-free/api-paths'

/** Tells a client whether any list may have changed since it last asked. */
export const changes = defineReport({
  path: changesPath,
  query: noQuery,
  row: z.object({
    revision: z.string().meta({
      description: 'Compare it only for equality',
      example: '64463a56eb0f4-16384-16422-1207',
    }),
  }),
})

export type Changes = z.output<typeof changes.row>
