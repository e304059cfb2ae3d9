import { z } from 'zod'
import { optionalText, readNumber, recordId, whenFieldsAreValid } from '../fields'
import { idParam, idsInput, paging } from '../http/request-params'
import { limits } from '../zod-free/limits'

export const stockCountChecks = {
  choice: 'Count either a category or chosen products, not both.',
  blind: 'Blind must be true or false',
  counted: 'The number must be a whole number up to 1,000,000,000',
  negative: 'The number must be 0 or more. Only a number to add may be negative',
  nothingToAdd: 'A number to add cannot be null',
  mode: 'Mode must be replace or add',
  entries: 'Entries must be a whole number, 0 or more',
  finishedAt: 'The moment must be an instant such as 2026-11-27T10:15:00.000Z',
} as const

const choice = z.object({
  name: optionalText({ label: 'Name', max: limits.name }).meta({ example: 'Shelf by the window' }),
  categoryId: recordId('Category must be the id of a category')
    .nullable()
    .default(null)
    .meta({ description: 'Only the products of this category', example: null }),
  productIds: idsInput.shape.ids.nullable().default(null).meta({
    description: 'Only these products. Unknown and deleted ones are skipped',
    example: null,
  }),
  blind: z.boolean(stockCountChecks.blind).meta({
    description: 'Whether the expected stock is hidden until the count is finished',
    example: false,
  }),
})

export const stockCountStates = ['open', 'finished', 'posted', 'undone', 'discarded'] as const

const person = z.string().nullable().meta({ example: null })
const instant = z.iso.datetime().nullable().meta({ example: null })

const row = z.object({
  id: z.int().meta({ example: 1 }),
  name: z.string().nullable().meta({ example: 'Shelf by the window' }),
  categoryId: z.int().nullable().meta({ example: null }),
  categoryName: z.string().nullable().meta({ example: null }),
  blind: z.boolean().meta({ example: false }),
  state: z.enum(stockCountStates).meta({ example: 'open' }),
  products: z.int().meta({ description: 'How many products are to be counted', example: 40 }),
  counted: z.int().meta({ description: 'How many of them were counted', example: 12 }),
  differing: z.int().meta({
    description:
      'How many counted products differ from what was expected. 0 until a blind count is finished, and while a count is discarded',
    example: 2,
  }),
  units: z.int().meta({ description: 'The sum of these differences', example: -3 }),
  value: z.int().meta({ description: 'The same at cost, in whole dollars', example: -33 }),
  createdAt: z.iso.datetime().meta({ example: '2026-11-27T09:30:00.000Z' }),
  createdByName: z.string().meta({ example: 'Nora Lindqvist' }),
  finishedAt: instant,
  finishedByName: person,
  postedAt: instant,
  postedByName: person,
  undoneAt: instant,
  undoneByName: person,
  discardedAt: instant,
  discardedByName: person,
})

const line = z.object({
  productId: z.int().meta({ example: 1 }),
  name: z.string().meta({ example: 'Fountain pen' }),
  code: z.string().nullable().meta({ example: '4006381333931' }),
  categoryName: z.string().nullable().meta({ example: 'Stationery' }),
  isDeleted: z.boolean().meta({
    description: 'The product was deleted since. Its stock is not corrected',
    example: false,
  }),
  cost: z.int().meta({ description: 'At the posting, or now', example: 11 }),
  expected: z.int().nullable().meta({
    description:
      'The stock at the moment of counting, or now if it was not counted. null until a blind count is finished',
    example: 38,
  }),
  counted: z.int().nullable().meta({
    description: 'null if it was not counted, or if its number was taken back',
    example: 36,
  }),
  entries: z.int().meta({
    description: 'How many numbers were entered, also those that were taken back',
    example: 1,
  }),
  countedAt: instant,
  countedById: z.int().nullable().meta({ example: 1 }),
  countedByName: person,
  moved: z.int().meta({
    description: 'What has moved since it was counted, such as sales',
    example: -1,
  }),
  movedWhileCounting: z.int().meta({
    description: 'What has moved between the first and the last number of the sum',
    example: 0,
  }),
  difference: z.int().nullable().meta({
    description:
      'counted - expected. null if it was not counted, if the product was deleted, and until a blind count is finished',
    example: -2,
  }),
})

const entry = z
  .object({
    counted: z
      .preprocess(
        readNumber,
        z
          .int(stockCountChecks.counted)
          .min(-limits.integer, stockCountChecks.counted)
          .max(limits.integer, stockCountChecks.counted)
          .nullable(),
      )
      .meta({
        description:
          'With mode replace, 0 or more, or null if the product is not counted any more. With mode add, below 0 to take pieces back',
        example: 36,
      }),
    mode: z.enum(['replace', 'add'], stockCountChecks.mode).default('replace').meta({
      description: 'Whether the number replaces what was counted before, or is added to it',
      example: 'replace',
    }),
    entries: z
      .preprocess(
        readNumber,
        z
          .int(stockCountChecks.entries)
          .min(0, stockCountChecks.entries)
          .max(limits.id, stockCountChecks.entries),
      )
      .optional()
      .meta({
        description:
          'How many numbers of the product the caller has seen. With another number by now, nothing is stored and the answer is 409',
        example: 1,
      }),
  })
  .refine(({ counted, mode }) => mode === 'add' || counted === null || counted >= 0, {
    path: ['counted'],
    error: stockCountChecks.negative,
    when: whenFieldsAreValid('counted', 'mode'),
  })
  .refine(({ counted, mode }) => mode === 'replace' || counted !== null, {
    path: ['counted'],
    error: stockCountChecks.nothingToAdd,
    when: whenFieldsAreValid('counted', 'mode'),
  })

/** Counts of the stock. Each number has its account and time; a posted count corrects the stock. */
export const stockCounts = {
  path: 'stock-counts',
  query: z.object(paging),
  input: choice.refine(({ categoryId, productIds }) => categoryId === null || productIds === null, {
    path: ['productIds'],
    error: stockCountChecks.choice,
  }),
  row,
  line,
  detail: row.extend({ lines: z.array(line) }),
  entry,
  entryParams: idParam.extend({ productId: idParam.shape.id }),
  posting: z.object({
    finishedAt: z.iso.datetime(stockCountChecks.finishedAt).optional().meta({
      description:
        'The finishedAt of the count whose differences the caller saw. If it was finished anew since, nothing is posted and the answer is 409',
      example: '2026-11-27T10:15:00.000Z',
    }),
  }),
} as const

export type StockCountsQuery = z.output<typeof stockCounts.query>
export type StockCountInput = z.output<typeof stockCounts.input>
export type StockCount = z.output<typeof row>
export type StockCountLine = z.output<typeof line>
export type StockCountDetail = z.output<typeof stockCounts.detail>
export type StockCountEntry = z.output<typeof stockCounts.entry>
export type StockCountPosting = z.output<typeof stockCounts.posting>
