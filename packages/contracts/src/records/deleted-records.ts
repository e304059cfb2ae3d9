import { z } from 'zod'
import { defineReport } from '../definitions'
import { isoDate } from '../fields'
import { deletionBatch, paging } from '../http/request-params'
import { restorablePaths } from './resource-paths'

/** All deleted records, newest first, for the owner to restore. */
export const deletedRecords = defineReport({
  path: 'deleted',
  query: z.object({
    resource: z
      .enum(restorablePaths, `resource must be one of ${restorablePaths.join(', ')}`)
      .optional()
      .meta({ description: 'Only records of this resource', example: 'customers' }),
    parked: z.enum(['true'], 'parked must be true').optional().meta({
      description:
        'Also returns and parked sales, if no resource is named. Without it, records of the eight resources. The returns of a deleted sale are never listed: they are restored with it.',
      example: 'true',
    }),
    batch: deletionBatch.optional().meta({ description: 'Only records that this request deleted' }),
    ...paging,
  }),
  row: z.object({
    resource: z.enum(restorablePaths).meta({ example: 'customers' }),
    id: z.int().meta({ example: 1 }),
    name: z.string().meta({
      description:
        'The name of the record, or of the customer or supplier of a document or return. Of a parked sale: its name, ' +
        'otherwise its customer, otherwise "Parked sale" and its number',
      example: 'Ada Fashola',
    }),
    date: isoDate.nullable().meta({
      description: 'The day of a sale, a return or a purchase; null for other records',
      example: null,
    }),
    amount: z.number().nullable().meta({
      description:
        'The total of a sale, a return, a parked sale or a purchase, or the amount of an expense; null for other records',
      example: null,
    }),
    deletedAt: z.iso.datetime().meta({ example: '2026-11-21T09:30:00.000Z' }),
    deletedBy: z
      .string()
      .meta({ description: 'The user who deleted it', example: 'Nora Lindqvist' }),
    batch: deletionBatch.meta({ description: 'Shared by all records that one request deleted' }),
    batchCount: z.int().meta({
      description: 'The number of records of the batch that are still deleted',
      example: 12,
    }),
  }),
})

export type DeletedRecord = z.output<typeof deletedRecords.row>
export type DeletedRecordsQuery = z.output<typeof deletedRecords.query>
