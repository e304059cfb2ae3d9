import { randomUUID } from 'node:crypto'
import { importLimits, limits } from '@stockie/contracts'
import type { PoolClient } from 'pg'
import type { RunningImport } from './import-jobs'
import { type ImportTarget, importTargets } from './import-targets'

const batchSize = 1000

type Judged = { id: number; name: string; isDeleted: boolean; reason: string | null }
type Kept = { id: number; name: string; resource: string; reason: string }

export type UndoResult = {
  deleted: number
  changedBack: number
  kept: number
  keptRecords: Kept[]
}

/**
 * Takes back what an import created and changed, in batches whose end the job reports. A record that was used or changed
 * since stays as it is. The categories that the import created go last, when no record has them any more.
 */
export async function undoImport(client: PoolClient, job: RunningImport): Promise<UndoResult> {
  const target = importTargets[job.resource]
  const result: UndoResult = { deleted: 0, changedBack: 0, kept: 0, keptRecords: [] }
  /** Returns how many of the records stay as they are. */
  function keep(judged: Judged[], resource: string): number {
    const kept = judged.flatMap(({ id, name, reason }) =>
      reason === null ? [] : [{ id, name, resource, reason }],
    )
    const room = importLimits.previewedRows - result.keptRecords.length
    result.keptRecords.push(...kept.slice(0, Math.max(0, room)))
    result.kept += kept.length
    return kept.length
  }

  /** Runs the statement for one batch after the other, in the order of the ids. */
  async function inBatches(
    text: string,
    values: unknown[],
    take: (judged: Judged[], range: [after: number, last: number]) => Promise<void> | void,
  ): Promise<void> {
    let after = 0
    while (true) {
      const { rows } = await client.query<Judged>(text, [job.id, after, batchSize, ...values])
      const last = rows.at(-1)?.id
      if (last === undefined) return
      await take(rows, [after, last])
      job.advance(rows.length)
      if (rows.length < batchSize) return
      after = last
    }
  }

  /** With one id and one moment for all batches: the owner restores them as one deletion. */
  async function removeCreated(table: string, resource: string): Promise<void> {
    const values = [job.userId, randomUUID(), table === target.table ? 0 : 1]
    await inBatches(removalSql(table), values, (created) => {
      const existing = created.filter(({ isDeleted }) => !isDeleted)
      result.deleted += existing.length - keep(existing, resource)
    })
  }

  await lockRecords(client, job, target.table)
  await removeCreated(target.table, job.resource)
  await inBatches(changeBackSql(target), [], async (judged, range) => {
    await takeStockBack(client, job, target, range)
    result.changedBack += judged.length - keep(judged, job.resource)
  })
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
      'exists (select from stock_count_entries where product_id = record.id)',
      'A stock count has it.',
    ],
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
 * SQL: the next batch of what an import did to the records of a table, each with its record. OFFSET 0 forces index
 * lookups of the records: the statistics may be from a moment when all of them were deleted.
 */
function nextChangesSql(table: string, isCreated: boolean): string {
  return `(
      select * from import_changes
      where import_id = $1 and source = '${table}' and is_created = ${isCreated} and record_id > $2
      order by record_id limit $3
    ) as change cross join lateral ${recordOfChangeSql(table)}`
}

const recordOfChangeSql = (table: string) =>
  `(select * from ${table} where id = change.record_id offset 0) as record`

/**
 * SQL: deletes the created records of a batch that are as they were. Returns the batch, with the reason to keep a record.
 * A deletion has one resource and one moment, so the categories are deleted a millisecond later.
 */
function removalSql(table: string): string {
  const uses = (usage[table] ?? []).map(
    ([condition, reason]) => `when ${condition} then '${reason}'`,
  )
  return `
    with judged as materialized (
      select record.id, record.name, record.deleted_at is not null as is_deleted,
        case when record.version > 1 then 'It was changed since.' ${uses.join(' ')} end as reason
      from ${nextChangesSql(table, true)}
    ), removed as (
      update ${table} as record
      set deleted_at = now() + $6 * interval '1 millisecond', deletion_batch = $5::uuid, deleted_by_id = $4
      from judged where record.id = judged.id and not is_deleted and reason is null
    )
    select id, name, is_deleted as "isDeleted", reason from judged order by id`
}

/**
 * SQL: gives the changed records of a batch their former fields, if they still have those of the import. Returns each
 * record, with the reason if something stays.
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
      select record.id, record.name, record.deleted_at is not null as is_deleted, before, after,
        array_remove(array[${fields.map(({ field, isBack }) => `case when ${isBack} then '${field}' end`).join(', ')}]::text[], null) as fields,
        case when record.deleted_at is not null then 'It was deleted since.' ${canMove} end as refusal
      from ${nextChangesSql(table, false)}
    ), changed as (
      update ${table} as record set ${back.join(', ')}, updated_at = now()
      from judged where record.id = judged.id and refusal is null and cardinality(judged.fields) > 0
    )
    select id, name, is_deleted as "isDeleted", coalesce(refusal, case
      when (select count(*) from jsonb_object_keys(before - 'stock') as field where field <> all(fields)) > 0
      then 'Some of its fields were changed since.' end) as reason
    from judged order by id`
}

/** Of the products of a batch that still exist. The unique key of the ledger lets no undo take a stock back twice. */
async function takeStockBack(
  client: PoolClient,
  { id, userId }: RunningImport,
  { hasStock }: ImportTarget,
  [after, last]: [number, number],
): Promise<void> {
  if (!hasStock) return
  await client.query(
    `insert into stock_movements (product_id, delta, reason, import_id, user_id)
     select record_id, -stock_delta, 'import_undone', $1, $2
     from import_changes as change cross join lateral ${recordOfChangeSql('products')}
     where import_id = $1 and source = 'products' and record_id > $3 and record_id <= $4
       and not is_created and stock_delta <> 0 and deleted_at is null and abs(stock - stock_delta) <= ${limits.stock}
     order by record_id`,
    [id, userId, after, last],
  )
}
