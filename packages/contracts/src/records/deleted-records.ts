import { z } from 'zod'
import { defineReport } from '../definitions'
import { isoDate } from '../fields'
import { paging } from '../http/request-params'
import { resourcePaths } from '../zod-free/api-paths'

const batch = '5f6b2c1e-7f0a-4b6e-9a43-2c8f6f0d1b7e'

/** Everything that is deleted, newest first, for the owner to bring back. */
export const deletedRecords = defineReport({
  path: 'deleted',
  query: z.object({
    resource: z
      .enum(resourcePaths, `resource must be one of ${resourcePaths.join(', ')}`)
      .optional()
      .meta({ description: 'Only these records', example: 'customers' }),
    batch: z
      .uuid('batch must be a UUID')
      .optional()
      .meta({ description: 'Only what this click deleted', example: batch }),
    ...paging,
  }),
  row: z.object({
    resource: z.enum(resourcePaths).meta({ example: 'customers' }),
    id: z.int().meta({ example: 1 }),
    name: z.string().meta({
      description: 'The name of the record; of a sale or a purchase, that of its other party',
      example: 'Ada Fashola',
    }),
    date: isoDate.nullable().meta({
      description: 'The day of a sale or a purchase; null of all else',
      example: null,
    }),
    amount: z.number().nullable().meta({
      description: 'What a sale, a purchase or an expense comes to; null of all else',
      example: null,
    }),
    deletedAt: z.iso.datetime().meta({ example: '2026-11-21T09:30:00.000Z' }),
    deletedBy: z.string().meta({ description: 'Whose doing it was', example: 'Nora Lindqvist' }),
    batch: z
      .uuid()
      .meta({ description: 'The same for all that one click deleted', example: batch }),
    batchCount: z
      .int()
      .meta({ description: 'How much of what that click deleted is deleted still', example: 12 }),
  }),
})

export type DeletedRecord = z.output<typeof deletedRecords.row>
export type DeletedRecordsQuery = z.output<typeof deletedRecords.query>
