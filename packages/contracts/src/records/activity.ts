import { z } from 'zod'
import { defineReport } from '../definitions'
import { isoDate } from '../fields'
import { dateRangeQuery, idQuery, noQuery } from '../http/request-params'
import { historyPageSize } from './history'
import { activityPath } from '../zod-free/api-paths'
import { activityResources } from './resource-paths'

export const activityActions = [
  'created',
  'changed',
  'deleted',
  'restored',
  'recorded',
  'signed-in',
  'signed-out',
  'ended',
  'posted',
  'undone',
  'discarded',
  'reopened',
] as const

const beforeMessage = 'before must be the id of a row'

/** A value of a field. null if it was empty. */
const value = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** What the users did, newest first. */
export const activity = defineReport({
  path: activityPath,
  query: dateRangeQuery
    .safeExtend({
      resource: z
        .enum(activityResources, `resource must be one of ${activityResources.join(', ')}`)
        .optional()
        .meta({ description: 'Only records of this resource', example: 'products' }),
      id: idQuery('id must be the id of a record').meta({
        description: 'Only the record of the resource with this id',
        example: 1,
      }),
      userId: idQuery('userId must be the id of an account').meta({
        description: 'Only what this account did',
        example: 1,
      }),
      byCommandLine: z.enum(['true'], 'byCommandLine must be true').optional().meta({
        description: 'Only what the command line did',
        example: 'true',
      }),
      before: idQuery(
        beforeMessage,
        z.int(beforeMessage).min(0, beforeMessage).max(900_000_000_000_000, beforeMessage),
      ).meta({
        description: 'Only what comes after the row with this id: the next page',
        example: 42,
      }),
      pageSize: historyPageSize,
    })
    .refine(({ resource, id }) => id === undefined || resource !== undefined, {
      path: ['id'],
      error: 'id needs a resource',
    }),
  row: z.object({
    id: z.int().meta({ description: 'For `before`', example: 42 }),
    at: z.iso.datetime().meta({ example: '2026-11-23T14:03:00.000Z' }),
    userId: z.int().nullable().meta({
      description: 'null for the command line, or if an older version did not keep it',
      example: 2,
    }),
    userName: z.string().nullable().meta({ example: 'Mia Castellano' }),
    byCommandLine: z.boolean().meta({ example: false }),
    action: z.enum(activityActions).meta({ example: 'changed' }),
    resource: z.enum(activityResources).meta({ example: 'products' }),
    recordId: z.int().meta({ example: 1 }),
    recordName: z.string().meta({
      description:
        'The name at that moment: of the record, or of the customer or supplier of a document. Empty for the books, and if a stock count has none',
      example: 'Espresso',
    }),
    changes: z
      .array(
        z.object({
          field: z.string().meta({ example: 'price' }),
          before: value.meta({ example: 12 }),
          after: value.meta({ example: 14 }),
        }),
      )
      .meta({ description: 'Only of changes. The values of a changed secret are null' }),
    presentName: z.string().nullable().meta({
      description:
        'The name of the record now. null if it is deleted, and for the settings and the books of the shop',
      example: 'Espresso',
    }),
    day: isoDate.nullable().meta({
      description:
        'The day of a sale, a purchase or an expense. null if it is deleted, and for other records',
      example: null,
    }),
  }),
})

export type Activity = z.output<typeof activity.row>
export type ActivityUser = z.output<typeof activityUsers.row>
export type ActivityQuery = z.output<typeof activity.query>

/** The accounts that the activity may name. */
export const activityUsers = defineReport({
  path: `${activityPath}/users`,
  query: noQuery,
  row: z.object({
    id: z.int().meta({ example: 2 }),
    name: z.string().meta({ example: 'Mia Castellano' }),
    isRemoved: z.boolean().meta({ example: false }),
  }),
})

/** When the price and the cost of a product changed, newest first. */
export const priceChanges = defineReport({
  path: 'products/{id}/prices',
  query: noQuery,
  row: z.object({
    at: z.iso.datetime().meta({ example: '2026-11-23T14:03:00.000Z' }),
    field: z.enum(['price', 'cost']).meta({ example: 'price' }),
    before: z.int().meta({ description: 'Whole dollars', example: 12 }),
    after: z.int().meta({ description: 'Whole dollars', example: 14 }),
    userName: z.string().nullable().meta({
      description: 'null for the command line',
      example: 'Mia Castellano',
    }),
  }),
})

export type PriceChange = z.output<typeof priceChanges.row>
