import { z } from 'zod'
import { groupThousands, isoDate, readNumber, recordId, whenFieldsAreValid } from '../fields'
import { limits } from '../zod-free/limits'

const idMessage = `An id must be a whole number from 1 to ${groupThousands(limits.id)}`

/** The id in a path: /customers/{id}. */
export const idParam = z.object({
  id: z
    .preprocess(
      (value: string | number): unknown =>
        /^[1-9]\d{0,9}$/.test(String(value)) ? Number(value) : value,
      recordId(idMessage),
    )
    .meta({ example: 1 }),
})

/** An id in a query. Like all numbers in queries, it may begin with zeros. */
export function idQuery(message: string, id: z.ZodType<number> = recordId(message)) {
  return z.preprocess(readNumber, id).optional()
}

const idsMessage = `ids must be a list of 1 to ${groupThousands(limits.bulkIds)} ids`

const ids = z
  .array(recordId(idMessage), idsMessage)
  .min(1, idsMessage)
  .max(limits.bulkIds, idsMessage)
  .meta({ description: 'Unknown ids are skipped', example: [1, 2, 3] })

/** The body of a bulk delete. One malformed id rejects the whole request. */
export const idsInput = z.object({ ids })

const batchExample = { example: '5f6b2c1e-7f0a-4b6e-9a43-2c8f6f0d1b7e' }

/** Names everything that one request deleted. */
export const deletionBatch = z.uuid('batch must be a UUID').meta(batchExample)

/** The body of a restore: the ids of the records, or the batch that a bulk delete answered. */
export const restoreInput = z
  .object({
    ids: ids.optional(),
    batch: deletionBatch
      .optional()
      .meta({ description: 'Everything that the request with this batch deleted' }),
  })
  .refine((body) => (body.ids === undefined) !== (body.batch === undefined), {
    path: ['ids'],
    error: 'Send either ids or batch',
  })
  .meta({ oneOf: [{ required: ['ids'] }, { required: ['batch'] }] })

const count = z.int().meta({ example: 3 })

/** The number of records or sessions that a call changed. */
export const countAnswer = z.object({ count })

/** What a restore answers. */
export const restoreAnswer = countAnswer.extend({
  codesRemoved: z
    .array(z.int())
    .optional()
    .meta({
      description:
        'Products only: those that came back without their code, because another product has it now',
      example: [3],
    }),
})

export const bulkDeleteAnswer = z.object({
  count,
  batch: deletionBatch.nullable().meta({
    description:
      'Names what this request deleted, for `POST /{resource}/restore`. Null if it deleted nothing',
    ...batchExample,
  }),
})

export type IdsInput = z.output<typeof idsInput>
export type RestoreInput = z.output<typeof restoreInput>
export type CountAnswer = z.output<typeof countAnswer>
export type RestoreAnswer = z.output<typeof restoreAnswer>
export type BulkDeleteAnswer = z.output<typeof bulkDeleteAnswer>

/** Both days are included. A missing side is open (docs/specification/decisions.md, 12). */
export const dateRangeQuery = z
  .object({
    startDate: isoDate.optional().meta({ description: 'The first day', example: '2026-11-01' }),
    endDate: isoDate.optional().meta({ description: 'The last day', example: '2026-11-30' }),
  })
  .refine(({ startDate = '', endDate = '9999-12-31' }) => startDate <= endDate, {
    path: ['startDate'],
    error: 'startDate must not be after endDate',
    when: whenFieldsAreValid('startDate', 'endDate'),
  })

export type DateRangeQuery = z.output<typeof dateRangeQuery>

const notAMoment =
  'asOf must be a day, written yyyy-MM-dd, or an instant such as 2026-11-21T09:30:00Z'

const momentMeta = {
  description:
    'Answers what the report showed at the end of this day, by the clock of the store, or at this instant. Not in the future',
  example: '2026-11-20',
}

/** The moment of the past that a report is asked for. */
export const asOf = z
  .union([isoDate, z.iso.datetime({ offset: true })], notAMoment)
  .meta(momentMeta)

/** The days of a report, as they were known at a moment. */
export const reportQuery = dateRangeQuery.safeExtend({ asOf: asOf.optional().meta(momentMeta) })

export type ReportQuery = z.output<typeof reportQuery>

const pageMessage = 'page must be a whole number from 1 to 1,000,000'
const pageSizeMessage = 'pageSize must be a whole number from 1 to 1,000'

/** Query parameters of paged lists. The body stays a plain array; a header holds the total count. */
export const paging = {
  page: z
    .preprocess(readNumber, z.int(pageMessage).min(1, pageMessage).max(1_000_000, pageMessage))
    .default(1)
    .meta({ description: 'The number of the page, starting at 1', example: 1 }),
  pageSize: z
    .preprocess(
      readNumber,
      z.int(pageSizeMessage).min(1, pageSizeMessage).max(1000, pageSizeMessage),
    )
    .default(100)
    .meta({ description: 'The number of rows per page', example: 100 }),
}

/** For lists without query parameters. Any that are sent are ignored. */
export const noQuery = z.object({})

/** The key that makes a repeated POST take effect once. */
export const idempotencyKey = z
  .string('Idempotency-Key must be one header')
  .regex(/^[\u0021-\u007e]{1,200}$/, 'Idempotency-Key must have 1 to 200 visible ASCII characters')
  .meta({
    description:
      'A key that you choose, unique per account and path. Repeating the key with the same body returns the first answer, without a time limit, even after the record was changed or deleted. A different body is a 409',
    example: '5f6b2c1e-7f0a-4b6e-9a43-2c8f6f0d1b7e',
  })
