import {
  type ImportCounts,
  type ImportJob,
  type ImportMapping,
  type ImportPlan,
  type ImportResource,
  idHeader,
  importOptions,
  suggestMapping,
} from '@stockie/contracts'
import type { Pool, PoolClient } from 'pg'
import { isoInstantSql } from '#src/database/sql/days-to-instants'
import { noSuchRecord } from '#src/errors'
import type { FileHead } from './import-file'

/** How many imports the list shows. */
const listLength = 100

/** SQL that selects jobs from `imports`, or from a CTE with the same columns. */
export const jobSql = (imports = 'imports', moreColumns = '') => `
  select imports.id, resource, file_name as "fileName", state, done, total, error, row_count as "rowCount",
    columns, mapping, options, counts, new_categories as "newCategories",
    new_category_count as "newCategoryCount", notes, undo, imports.version,
    coalesce((
      select jsonb_agg(first_cells order by line) from (
        select line, (
          select jsonb_agg(left(cell, 200) order by place)
          from jsonb_array_elements_text(cells) with ordinality as listed (cell, place)
        ) as first_cells
        from import_rows where import_id = imports.id order by line limit 5
      ) as first_rows
    ), '[]') as sample,
    ${isoInstantSql('imports.created_at')} as "createdAt", users.name as "createdByName",
    ${isoInstantSql('committed_at')} as "committedAt"${moreColumns}
  from ${imports} as imports join users on users.id = created_by_id`

/** What the program keeps of an import beside what its callers see. */
export type StoredImport = {
  id: number
  resource: ImportResource
  format: 'csv' | 'xlsx'
  state: ImportJob['state']
  columns: string[]
  options: ImportPlan['options']
  key: string | null
  commitKey: string | null
  revertKey: string | null
}

/** The newest first. */
export async function listImports(pool: Pool): Promise<ImportJob[]> {
  const { rows } = await pool.query<ImportJob>(
    `${jobSql()} order by imports.id desc limit ${listLength}`,
  )
  return rows
}

export async function findImport(pool: Pool | PoolClient, id: number): Promise<ImportJob> {
  const { rows } = await pool.query<ImportJob>(`${jobSql()} where imports.id = $1`, [id])
  if (!rows[0]) throw noSuchRecord('import')
  return rows[0]
}

/** Locks the import until the end of the transaction, against a second preview of it. */
export async function lockImport(client: PoolClient, id: number): Promise<StoredImport> {
  const { rows } = await client.query<StoredImport>(
    `select id, resource, format, state, columns, options, commit_key as "commitKey", revert_key as "revertKey"
     from imports where id = $1 for no key update`,
    [id],
  )
  if (!rows[0]) throw noSuchRecord('import')
  return rows[0]
}

type Upload = {
  resource: ImportResource
  fileName: string
  userId: number
  key: string | undefined
  hash: Buffer
}

/** The import of an earlier upload with the same key. */
export async function findUpload(
  pool: Pool,
  { userId, key }: Pick<Upload, 'userId' | 'key'>,
): Promise<{ id: number; hash: Buffer } | undefined> {
  if (key === undefined) return undefined
  const { rows } = await pool.query<{ id: number; hash: Buffer }>(
    'select id, request_hash as hash from imports where created_by_id = $1 and key = $2',
    [userId, key],
  )
  return rows[0]
}

/** Adds an import, whose rows follow. */
export async function insertImport(
  client: PoolClient,
  { resource, fileName, userId, key, hash }: Upload,
  { format, columns, sample, rowCount }: FileHead,
): Promise<number> {
  const shopKey = await readShopKey(client)
  const mapping: ImportMapping = suggestMapping(resource, columns, shopKey, sample)
  const { rows } = await client.query<{ id: number }>(
    `insert into imports
       (resource, file_name, format, row_count, columns, mapping, created_by_id, key, request_hash, options)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
    [
      resource,
      fileName,
      format,
      rowCount,
      JSON.stringify(columns),
      JSON.stringify(mapping),
      userId,
      key ?? null,
      hash,
      JSON.stringify(importOptions.parse({})),
    ],
  )
  if (!rows[0]) throw new Error('The inserted import has no id.')
  return rows[0].id
}

/** Adds rows from a JSON text with `[line, cells]` each. */
export async function insertRows(client: PoolClient, id: number, rows: string): Promise<void> {
  await client.query(
    `insert into import_rows (import_id, line, cells)
     select $1, (row -> 0)::integer, row -> 1 from jsonb_array_elements($2::jsonb) as row`,
    [id, rows],
  )
}

/** Undefined until a shop has one. */
export async function readShopKey(client: Pool | PoolClient): Promise<string | null> {
  const { rows } = await client.query<{ key: string }>('select key from shop_keys')
  return rows[0]?.key ?? null
}

/** Whether the header of a column is that of the ids of another shop. */
export function isForeignIdHeader(header: string, shopKey: string | null): boolean {
  const name = header.trim().toUpperCase()
  return /^ID [0-9A-F]{8}$/.test(name) && name !== idHeader(shopKey).toUpperCase()
}

export type PlannedRow = {
  line: number
  kind: 'new' | 'changed' | 'refused' | 'duplicates'
  recordId: number | null
  recordVersion: number | null
  fields: object
  before: object
  stockDelta: number
  problems: object[]
}

export async function insertPlans(
  client: PoolClient,
  id: number,
  plans: readonly PlannedRow[],
): Promise<void> {
  if (plans.length === 0) return
  await client.query(
    `insert into import_plans
       (import_id, line, kind, record_id, record_version, fields, before, stock_delta, problems)
     select $1, line, kind, "recordId", "recordVersion", fields, before, "stockDelta", problems
     from jsonb_to_recordset($2::jsonb) as plan (line integer, kind text, "recordId" integer,
       "recordVersion" integer, fields jsonb, before jsonb, "stockDelta" integer, problems jsonb)`,
    [id, JSON.stringify(plans)],
  )
}

type Preview = ImportPlan & {
  counts: ImportCounts
  newCategories: string[]
  newCategoryCount: number
  notes: string[]
  lastRecordId: number
}

export async function savePreview(client: PoolClient, id: number, preview: Preview): Promise<void> {
  const { mapping, options, counts, newCategories, newCategoryCount, notes, lastRecordId } = preview
  await client.query(
    `update imports
     set state = 'previewed', mapping = $2, options = $3, counts = $4, new_categories = $5, notes = $6,
       last_record_id = $7, total = $8, new_category_count = $9, version = version + 1, previewed_at = now(), error = null,
       done = 0
     where id = $1`,
    [
      id,
      ...[mapping, options, counts, newCategories, notes].map((value) => JSON.stringify(value)),
      lastRecordId,
      counts.new + counts.changed,
      newCategoryCount,
    ],
  )
}

/** How many files an account may leave without an import. */
const openFiles = 10

/**
 * Removes the imports that were not committed within a day, or that are older than the last ten of their account, so
 * that no account can fill the disk. Also removes the files of committed imports after a day.
 */
export async function removeOldFiles(pool: Pool): Promise<void> {
  await pool.query(
    `with open as (
       select id, created_at, row_number() over (partition by created_by_id order by id desc) as place
       from imports where state in ('uploaded', 'previewed', 'failed')
     ), gone as (
       delete from imports using open
       where imports.id = open.id and (open.created_at < now() - interval '1 day' or place > ${openFiles})
         and state in ('uploaded', 'previewed', 'failed')
       returning imports.id
     ), needed as (
       select id from imports
       where (created_at >= now() - interval '1 day' or state in ('committing', 'reverting'))
         and id not in (select id from gone)
     ), plans as (
       delete from import_plans where import_id not in (select id from needed)
     )
     delete from import_rows where import_id not in (select id from needed)`,
  )
}
