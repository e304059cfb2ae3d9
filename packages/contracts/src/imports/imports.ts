import { z } from 'zod'
import { groupThousands, storableText } from '../fields'
import { limits } from '../zod-free/limits'
import { importFields, importResources } from './import-fields'

/** The limits of a file to import. */
export const importLimits = {
  bytes: 20 * 1024 * 1024,
  rows: 100_000,
  columns: 250,
  /** In characters. */
  cell: 10_000,
  /** A preview shows this many rows of each kind. */
  previewedRows: 100,
  /** More changed products than this may delay a sale by more than it waits. */
  changedProducts: 5000,
} as const

export const importStates = [
  'uploaded',
  'previewed',
  'committing',
  'committed',
  'reverting',
  'reverted',
  'failed',
] as const

/** The kinds of rows in a preview. */
export const importKinds = ['new', 'changed', 'unchanged', 'refused', 'duplicates'] as const

export type ImportKind = (typeof importKinds)[number]

const column = z
  .int('A column must be a whole number from 0')
  .min(0, 'A column must be a whole number from 0')
  .max(importLimits.columns - 1, 'There is no such column')

const columns = z
  .array(column, 'A field must have a list of columns')
  .max(10, 'A field can have at most 10 columns')

const fieldNames = [
  ...new Set(
    Object.values(importFields)
      .flat()
      .map(({ name }) => name),
  ),
]

/** An object with a value for each field of any resource. */
function perField<Value extends z.ZodType>(value: Value, message: string) {
  const fields = fieldNames.map((name) => [name, value.optional()])
  const shape: Record<string, z.ZodOptional<Value>> = Object.fromEntries(fields)
  return z.object(shape, message)
}

const importMapping = perField(columns, 'mapping must be an object').meta({
  description: 'The columns of each field, numbered from 0. Several columns are joined',
  example: { name: [0], email: [1] },
})

const matchings = ['auto', 'id', 'code', 'name', 'none'] as const
const dateOrders = ['auto', 'dayFirst', 'monthFirst'] as const

const choiceMessage = 'A choice must be new, skip, or the id of a record'

const rowChoice = z.object(
  {
    line: z
      .int('A choice must name a row of the file')
      .min(2, 'A choice must name a row of the file')
      .max(limits.id, 'A choice must name a row of the file')
      .meta({ description: 'The row of the file. The header is row 1', example: 12 }),
    choice: z.union([z.enum(['new', 'skip']), z.int().min(1).max(limits.id)], choiceMessage).meta({
      description: 'new, skip, or the id of the record that the row is about',
      example: 'skip',
    }),
  },
  'A choice must be an object',
)

/** Far more than the rows that a preview shows. */
const maxChoices = 1000

export const importOptions = z
  .object(
    {
      matchBy: z
        .enum(matchings, `matchBy must be one of ${matchings.join(', ')}`)
        .default('auto')
        .meta({
          description:
            'How a row finds its record: auto by the first of id, code and name that it has; none adds all rows',
          example: 'auto',
        }),
      createCategories: z.boolean('createCategories must be true or false').default(false).meta({
        description: 'Create the categories that do not exist. Without it, their rows are refused',
        example: true,
      }),
      roundAmounts: z.boolean('roundAmounts must be true or false').default(false).meta({
        description: 'Round prices, costs and amounts to whole dollars',
        example: false,
      }),
      dateOrder: z
        .enum(dateOrders, `dateOrder must be one of ${dateOrders.join(', ')}`)
        .default('auto')
        .meta({
          description: 'Of days such as 03/04/2026',
          example: 'auto',
        }),
      defaults: perField(
        storableText({ label: 'A default', max: limits.longText }),
        'defaults must be an object',
      )
        .default({})
        .meta({
          description: 'The text that a field of a new record gets if its cell is empty',
          example: { phone: '+44 20 7946 0018' },
        }),
      choices: z
        .array(rowChoice, 'choices must be a list')
        .max(maxChoices, `There can be at most ${groupThousands(maxChoices)} choices`)
        .default([])
        .meta({ description: 'Rows of the file that are not treated as their match says' }),
    },
    'options must be an object',
  )
  .meta({ id: 'ImportOptions' })

/** The body of a preview. */
export const importPlan = z.object({
  mapping: importMapping,
  options: importOptions.prefault({}),
})

/** The query of an upload. */
export const importQuery = z.object({
  resource: z
    .enum(importResources, `resource must be one of ${importResources.join(', ')}`)
    .meta({ description: 'The kind of records in the file', example: 'products' }),
  fileName: z
    .string('fileName must be given only once')
    .max(limits.name, `fileName must have at most ${limits.name} characters`)
    .optional()
    .meta({ description: 'For the list of imports', example: 'products.csv' }),
})

const count = z.int().min(0)

export const importCounts = z.object({
  new: count.meta({ example: 95 }),
  changed: count.meta({ example: 3 }),
  unchanged: count.meta({ example: 0 }),
  refused: count.meta({ example: 2 }),
  duplicates: count.meta({ example: 0 }),
})

const cell = z.union([z.string(), z.number()]).nullable()

const namedRecord = z.object({
  id: z.int().meta({ example: 7 }),
  name: z.string().meta({ example: 'Fountain pen' }),
})

/** A row of the preview. */
export const importedRow = z.object({
  line: z.int().meta({ description: 'The row of the file. The header is row 1', example: 2 }),
  values: z
    .record(z.string(), cell)
    .meta({ description: 'The fields as they would be stored', example: { name: 'Fountain pen' } }),
  record: namedRecord.nullable().meta({ description: 'The existing record that the row matches' }),
  changes: z
    .array(
      z.object({
        field: z.string().meta({ example: 'price' }),
        before: cell.meta({ example: 24 }),
        after: cell.meta({ example: 26 }),
      }),
    )
    .meta({ description: 'The fields that the import would change' }),
  problems: z
    .array(
      z.object({
        field: z.string().nullable().meta({ example: 'price' }),
        message: z.string().meta({ example: 'Price must be a positive integer' }),
      }),
    )
    .meta({ description: 'Why the row is refused' }),
  candidates: z
    .array(namedRecord)
    .meta({ description: 'If several records match: the first of them' }),
})

const undone = z.object({
  deleted: count.meta({ description: 'Records that the import had created', example: 95 }),
  changedBack: count.meta({
    description: 'Records that have their former values again',
    example: 3,
  }),
  kept: count.meta({ description: 'Records that were left alone', example: 1 }),
  keptRecords: z
    .array(
      namedRecord.extend({
        resource: z.string().meta({ example: 'products' }),
        reason: z.string().meta({ example: 'It was sold since.' }),
      }),
    )
    .meta({ description: 'The first hundred of them' }),
})

export const importJob = z.object({
  id: z.int().meta({ example: 1 }),
  resource: z.enum(importResources).meta({ example: 'products' }),
  fileName: z.string().meta({ example: 'products.csv' }),
  state: z.enum(importStates).meta({ example: 'previewed' }),
  done: count.meta({ description: 'Records that were handled', example: 0 }),
  total: count.meta({ description: 'Records that this step handles', example: 98 }),
  error: z
    .string()
    .nullable()
    .meta({ description: 'Why it failed. Nothing was stored', example: null }),
  rowCount: count.meta({ description: 'Rows of the file without its header', example: 100 }),
  columns: z.array(z.string()).meta({ description: 'The headers', example: ['Name', 'Price'] }),
  sample: z
    .array(z.array(z.string()))
    .meta({ description: 'The first rows', example: [['Fountain pen', '24']] }),
  mapping: importMapping,
  options: importOptions,
  counts: importCounts.nullable().meta({ description: 'Null before the preview' }),
  version: count.meta({
    description: 'Counts the previews, for `If-Match` of the commit',
    example: 1,
  }),
  newCategoryCount: count.meta({ description: 'Categories that the import creates', example: 1 }),
  newCategories: z.array(z.string()).meta({
    description: 'The first hundred categories that the import creates',
    example: ['Pens'],
  }),
  notes: z.array(z.string()).meta({ description: 'What to know before the import', example: [] }),
  undo: undone.nullable().meta({ description: 'Null before the import was undone' }),
  createdAt: z.string().meta({ example: '2026-11-26T10:00:00.000Z' }),
  createdByName: z.string().meta({ example: 'Olivia Owner' }),
  committedAt: z.string().nullable().meta({ example: null }),
})

export const importPreview = importJob.extend({
  rows: z.object({
    new: z.array(importedRow),
    changed: z.array(importedRow),
    unchanged: z.array(importedRow),
    refused: z.array(importedRow),
    duplicates: z.array(importedRow),
  }),
})

export type ImportOptions = z.output<typeof importOptions>
export type ImportPlan = z.output<typeof importPlan>
export type ImportCounts = z.output<typeof importCounts>
export type ImportedRow = z.output<typeof importedRow>
export type ImportJob = z.output<typeof importJob>
export type ImportPreview = z.output<typeof importPreview>
