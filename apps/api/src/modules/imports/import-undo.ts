import { randomUUID } from 'node:crypto'
import { importLimits, limits } from '@stockie/contracts'
import type { PoolClient } from 'pg'
import type { RunningImport } from './import-jobs'
import { type ImportTarget, importTargets } from './import-targets'

type Judged = { id: number; name: string; reason: string | null }
type Kept = { id: number; name: string; resource: string; reason: string }

export type UndoResult = {
  deleted: number
  changedBack: number
  kept: number
  keptRecords: Kept[]
}

/**
 * Takes back what an import created and changed. A record that was used or changed since stays as it is. The categories
 * that the import created go last, when no record has them any more.
 */
export async function undoImport(client: PoolClient, job: RunningImport): Promise<UndoResult> {
  const target = importTargets[job.resource]
  const result: UndoResult = { deleted: 0, changedBack: 0, kept: 0, keptRecords: [] }
  /** Returns how many of the records stay as they are. */
  function keep(judged: Judged[], resource: string): number {
    const kept = judged.flatMap(({ reason, ...record }) =>
      reason === null ? [] : [{ ...record, resource, reason }],
    )
    const room = importLimits.previewedRows - result.keptRecords.length
    result.keptRecords.push(...kept.slice(0, Math.max(0, room)))
    result.kept += kept.length
    return kept.length
  }

  async function removeCreated(table: string, resource: string): Promise<void> {
    const values = [job.id, job.userId, randomUUID(), table === target.table ? 0 : 1]
    const { rows } = await client.query<Judged>(removalSql(table), values)
    result.deleted += rows.length - keep(rows, resource)
    job.advance(rows.length)
  }

  await lockRecords(client, job, target.table)
  await removeCreated(target.table, job.resource)
  const { rows } = await client.query<Judged>(changeBackSql(target), [job.id])
  await takeStockBack(client, job, target)
  result.changedBack = rows.length - keep(rows, job.resource)
  job.advance(rows.length)
  if (target.category) {
    const { table } = target.category
    await lockRecords(client, job, table)
    await removeCreated(table, table === 'categories' ? 'categories' : 'expense-categories')
  }
  return result
}

/**
 * In a statement of its own, so that the next ones see all that was committed before the locks. In the order of the ids,
 * like the products of a sale.
 */
async function lockRecords(
  client: PoolClient,
  { id }: RunningImport,
  table: string,
): Promise<void> {
  await client.query(
    `select from ${table} as record
     where id in (select record_id from import_changes where import_id = $1 and source = '${table}')
     order by id for no key update of record`,
    [id],
  )
}

/** SQL: whether another record or a document uses a record that an import created. */
const usage: Record<string, [condition: string, reason: string][]> = {
  products: [
    ['exists (select from sale_lines where product_id = record.id)', 'It was sold since.'],
    ['exists (select from purchase_lines where product_id = record.id)', 'It was purchased since.'],
    [
      'exists (select from parked_sale_lines where product_id = record.id)',
      'A parked sale has it.',
    ],
    [
      `exists (select from stock_movements as movement
         where movement.product_id = record.id and movement.import_id is distinct from $1)`,
      'Its stock was changed since.',
    ],
  ],
  customers: [
    ['exists (select from sales where customer_id = record.id)', 'A sale has it.'],
    ['exists (select from parked_sales where customer_id = record.id)', 'A parked sale has it.'],
  ],
  suppliers: [
    ['exists (select from purchases where supplier_id = record.id)', 'A purchase has it.'],
  ],
  categories: [
    [
      'exists (select from products where category_id = record.id and deleted_at is null)',
      'A product has it.',
    ],
  ],
  expense_categories: [
    [
      'exists (select from expenses where expense_category_id = record.id and deleted_at is null)',
      'An expense has it.',
    ],
  ],
}

/**
 * Deletes the created records that are as they were. Returns all that existed, with the reason to keep a record. A batch of
 * deleted records has one resource and one moment, so the categories are deleted a millisecond later.
 */
function removalSql(table: string): string {
  const uses = (usage[table] ?? []).map(
    ([condition, reason]) => `when ${condition} then '${reason}'`,
  )
  return `
    with found as materialized (
      select record.id, record.name, record.version from ${table} as record
        join import_changes as change on change.record_id = record.id
      where change.import_id = $1 and change.source = '${table}' and change.is_created
        and record.deleted_at is null
    ), judged as materialized (
      select id, name, case when version > 1 then 'It was changed since.' ${uses.join(' ')} end as reason
      from found as record
    ), removed as (
      update ${table} as record
      set deleted_at = now() + $4 * interval '1 millisecond', deletion_batch = $3::uuid, deleted_by_id = $2
      from judged where record.id = judged.id and reason is null
    )
    select id, name, reason from judged order by id`
}

/**
 * Gives changed records their former fields, if they still have those of the import. Returns each record, with the
 * reason if something stays.
 */
function changeBackSql({ table, columns, hasCode, hasStock }: ImportTarget): string {
  const fields = Object.entries(columns).map(([field, { name, type }]) => {
    const isOurs = `(before ? '${field}' and record.${name} is not distinct from (after ->> '${field}')::${type})`
    const isFree =
      hasCode && field === 'code'
        ? ` and not exists (
            select from products as owner where owner.id <> record.id and owner.deleted_at is null
              and owner.code is not null and code_key(owner.code) = code_key(before ->> 'code'))`
        : ''
    return { field, name, type, isBack: `(${isOurs}${isFree})` }
  })
  const back = fields.map(
    ({ name, field, type }) =>
      `${name} = case when '${field}' = any(judged.fields) then (before ->> '${field}')::${type} else record.${name} end`,
  )
  const canMove = hasStock
    ? `when abs(record.stock - change.stock_delta) > ${limits.stock} then 'Its stock would be too large.'`
    : ''
  return `
    with judged as materialized (
      select record.id, record.name, before, after,
        array_remove(array[${fields.map(({ field, isBack }) => `case when ${isBack} then '${field}' end`).join(', ')}]::text[], null) as fields,
        case when record.deleted_at is not null then 'It was deleted since.' ${canMove} end as refusal
      from import_changes as change join ${table} as record on record.id = change.record_id
      where change.import_id = $1 and change.source = '${table}' and not change.is_created
    ), changed as (
      update ${table} as record set ${back.join(', ')}, updated_at = now()
      from judged where record.id = judged.id and refusal is null and cardinality(judged.fields) > 0
    )
    select id, name, coalesce(refusal, case
      when (select count(*) from jsonb_object_keys(before - 'stock') as field where field <> all(fields)) > 0
      then 'Some of its fields were changed since.' end) as reason
    from judged order by id`
}

/** Of the products that still exist. The unique key of the ledger lets no undo take a stock back twice. */
async function takeStockBack(
  client: PoolClient,
  { id, userId }: RunningImport,
  { hasStock }: ImportTarget,
): Promise<void> {
  if (!hasStock) return
  await client.query(
    `insert into stock_movements (product_id, delta, reason, import_id, user_id)
     select record_id, -stock_delta, 'import_undone', $1, $2
     from import_changes join products on products.id = record_id
     where import_id = $1 and source = 'products' and not is_created and stock_delta <> 0
       and deleted_at is null and abs(stock - stock_delta) <= ${limits.stock}
     order by record_id`,
    [id, userId],
  )
}
