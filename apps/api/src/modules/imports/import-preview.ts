import {
  type ImportCounts,
  type ImportedRow,
  type ImportKind,
  importKinds,
  importLimits,
  type ImportPlan,
  type ImportPreview,
} from '@stockie/contracts'
import type { Pool, PoolClient } from 'pg'
import { AppError } from '#src/errors'
import { readExisting } from './existing-records'
import { readCategories } from './file-categories'
import {
  findImport,
  insertPlans,
  isForeignIdHeader,
  lockImport,
  readShopKey,
  savePreview,
  type StoredImport,
} from './import-store'
import { type ImportTarget, importTargets } from './import-targets'
import { inLongTransaction } from './long-transaction'
import { createRowPlanner } from './row-planner'
import type { FileRow, RowPlan } from './row-plans'
import { createTextReader, type DayOrder, dayOrderSql, toDayOrder } from './row-texts'

/** Small enough that a batch blocks other requests for a few milliseconds only. */
const batchSize = 500

type Request = { id: number; plan: ImportPlan; timeZone: string }

/** Plans the import of each row by the mapping and the options, and stores nothing but the plan. */
export async function previewImport(
  pool: Pool,
  { id, plan, timeZone }: Request,
): Promise<ImportPreview> {
  return inLongTransaction(pool, async (client) => {
    const stored = await lockImport(client, id)
    if (!['uploaded', 'previewed', 'failed'].includes(stored.state)) {
      throw new AppError('conflict', 'This import has run already, or it runs now.')
    }
    await client.query('delete from import_plans where import_id = $1', [id])
    const preview = await planRows(client, { stored, plan, timeZone })
    await savePreview(client, id, { ...plan, ...preview })
    return { ...(await findImport(client, id)), rows: preview.rows }
  })
}

type Planning = { stored: StoredImport; plan: ImportPlan; timeZone: string }

async function planRows(client: PoolClient, { stored, plan, timeZone }: Planning) {
  const { id, resource, format, columns } = stored
  const { mapping, options } = plan
  const target = importTargets[resource]
  const lastRecordId = await readLastId(client, target)
  const dayOrder = await readDayOrder(client, id, plan)
  const readTexts = createTextReader({
    resource,
    format,
    columnCount: columns.length,
    mapping,
    options,
    dayOrder,
  })
  const shopKey = await readShopKey(client)
  const foreignColumn = columns.findIndex((header) => isForeignIdHeader(header, shopKey))
  const categories = await readCategories(client, {
    target,
    isCreating: options.createCategories,
  })
  const choices = new Map(options.choices.map(({ line, choice }) => [line, choice]))
  const planRow = createRowPlanner({ resource, target, options, choices, categories })
  const collected = createCollector()
  const newCategories = new Set<string>()

  for await (const batch of readFileRows(client, id)) {
    const rows: FileRow[] = batch.map(({ line, cells }) => ({
      line,
      texts: readTexts(cells),
      foreignId: cells[foreignColumn]?.trim() ?? '',
      problem: findExcess(cells, columns),
    }))
    const existing = await readExisting(client, { target, timeZone, choices }, rows)
    const plans = rows.map((row) => planRow(row, existing))
    if (target.isAddedOnly) await refuseDays(client, timeZone, plans)
    for (const row of plans) {
      collected.add(row)
      const name = findNewCategory(row, target)
      if (name !== undefined) newCategories.add(name)
    }
    await insertPlans(
      client,
      id,
      plans.flatMap(({ planned }) => planned ?? []),
    )
  }
  if (collected.isEmpty()) {
    throw new AppError('conflict', 'The file of this import is no longer stored. Choose it again.')
  }
  return {
    ...collected.result(),
    lastRecordId,
    newCategories: [...newCategories].slice(0, importLimits.previewedRows),
    newCategoryCount: newCategories.size,
    notes: [
      ...findNotes(columns, mapping['id']?.includes(foreignColumn) ? -1 : foreignColumn),
      ...collected.notes(target),
    ],
  }
}

async function readLastId(client: PoolClient, { table }: ImportTarget): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `select coalesce(max(id), 0) as id from ${table}`,
  )
  return rows[0]?.id ?? 0
}

async function readDayOrder(client: PoolClient, id: number, plan: ImportPlan): Promise<DayOrder> {
  const [column] = plan.mapping['date'] ?? []
  const { dateOrder } = plan.options
  if (column === undefined) return 'unknown'
  if (dateOrder !== 'auto') return dateOrder
  const { rows } = await client.query<{ dayFirst: boolean | null; monthFirst: boolean | null }>(
    dayOrderSql,
    [id, column],
  )
  return rows[0] ? toDayOrder(rows[0]) : 'unknown'
}

async function* readFileRows(client: PoolClient, id: number) {
  let last = 0
  while (true) {
    const { rows } = await client.query<{ line: number; cells: string[] }>(
      `select line, cells from import_rows where import_id = $1 and line > $2
       order by line limit ${batchSize}`,
      [id, last],
    )
    if (rows.length === 0) return
    yield rows
    last = rows.at(-1)?.line ?? last
  }
}

/**
 * Refuses days of closed books, and days that the zone skips, as Samoa did with 2011-12-30: an expense of that day would
 * appear on another one. A row without a day is of the moment.
 */
async function refuseDays(client: PoolClient, zone: string, plans: RowPlan[]): Promise<void> {
  const dayOf = ({ planned }: RowPlan): string | null | undefined =>
    planned?.kind === 'new' ? (Object(planned.fields).date ?? null) : undefined
  const days = [...new Set(plans.map(dayOf))].filter((day) => day !== undefined)
  if (days.length === 0) return
  const { rows } = await client.query<{ day: string | null; message: string }>(
    `select * from (
       select day, case
         when (noon at time zone $2)::date <> day::date or noon < '0001-01-01T00:00:00Z'
           or noon >= '10000-01-01T00:00:00Z' then 'Date does not exist in the store''s time zone'
         when coalesce(noon, now()) < end_of_day(closed_through, time_zone) then books_closed_sentence()
       end as message
       from books, unnest($1::text[]) as day,
         lateral (select (day::date + time '12:00') at time zone $2 as noon) as instant
     ) as judged where message is not null`,
    [days, zone],
  )
  const messages = new Map<string | null | undefined, string>(
    rows.map(({ day, message }) => [day, message]),
  )
  for (const plan of plans) {
    const message = messages.get(dayOf(plan))
    if (!plan.planned || message === undefined) continue
    plan.shown.problems = [{ field: 'date', message }]
    plan.kind = 'refused'
    plan.planned = { ...plan.planned, kind: 'refused', problems: plan.shown.problems }
  }
}

/** The category that the import creates for a row. */
function findNewCategory({ planned }: RowPlan, { category }: ImportTarget): string | undefined {
  if (!category || (planned?.kind !== 'new' && planned?.kind !== 'changed')) return undefined
  const fields: Record<string, unknown> = { ...planned.fields }
  return fields[category.idField] === null ? String(fields[category.nameField]) : undefined
}

/** Counts the rows, and keeps the first hundred of each kind. */
function createCollector() {
  const counts: ImportCounts = { new: 0, changed: 0, unchanged: 0, refused: 0, duplicates: 0 }
  const rows: Record<ImportKind, ImportedRow[]> = {
    new: [],
    changed: [],
    unchanged: [],
    refused: [],
    duplicates: [],
  }

  function notes({ table }: ImportTarget): string[] {
    const isInDocuments = ['products', 'customers', 'suppliers'].includes(table)
    if (!isInDocuments || counts.changed <= importLimits.changedProducts) return []
    return [
      'This import changes many records. While it runs, a sale or a purchase with one of them may fail and have to be repeated.',
    ]
  }

  return {
    add({ kind, shown }: RowPlan): void {
      counts[kind] += 1
      if (rows[kind].length < importLimits.previewedRows) rows[kind].push(shown)
    },
    isEmpty: () => importKinds.every((kind) => counts[kind] === 0),
    result: () => ({ counts, rows }),
    notes,
  }
}

/** A text with a comma but without quotation marks moves the cells after it into the wrong columns. */
function findExcess({ length }: readonly string[], columns: readonly string[]): string | undefined {
  if (length <= columns.length) return undefined
  return `This row has ${length} cells, but the header has ${columns.length}. Put quotation marks around texts with commas.`
}

/** What the headers say about the file. */
function findNotes(columns: readonly string[], foreignColumn: number): string[] {
  const named = columns.filter((column) => column !== '')
  const repeated = new Set(named.filter((column, index) => named.indexOf(column) !== index))
  return [
    ...(foreignColumn < 0
      ? []
      : ['The IDs are those of another shop. Rows match by code or name instead.']),
    ...[...repeated].map(
      (column) => `Several columns are named "${column}". Check which one is used.`,
    ),
  ]
}
