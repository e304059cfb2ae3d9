import type { PoolClient } from 'pg'
import { AppError } from '#src/errors'
import { type ImportTarget, importTargets } from './import-targets'
import type { RunningImport } from './import-jobs'

const batchSize = 1000

const previewAgain = 'Preview the file again.'

/**
 * Stores what the preview planned. New records come first: they block no other write. The changed ones are locked last,
 * in the order of their ids like the products of a sale, so that a sale waits for a moment only.
 */
export async function commitImport(client: PoolClient, job: RunningImport): Promise<void> {
  const target = importTargets[job.resource]
  await assertPlansExist(client, job)
  await assertNotAddedMeanwhile(client, job, target)
  await createCategories(client, job, target)
  const added = await insertNew(client, job, target)
  const changed = await changeExisting(client, job, target)
  if (added + changed !== job.total) throw noFile()
}

/** A backup holds no plans, and plans are removed after a day. */
async function assertPlansExist(client: PoolClient, { id, total }: RunningImport): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from import_plans where import_id = $1 and kind in ('new', 'changed')`,
    [id],
  )
  if (rows[0]?.count !== total) throw noFile()
}

const noFile = () =>
  new AppError('conflict', 'The file of this import is no longer stored. Choose it again.')

/**
 * Two users may import one file at the same time: the second would add each record again. A plan is new because no
 * record had its name, or its code. The index of codes guards these by itself.
 */
async function assertNotAddedMeanwhile(
  client: PoolClient,
  { id, resource, options, lastRecordId }: RunningImport,
  { table, hasCode, isAddedOnly }: ImportTarget,
): Promise<void> {
  // Expenses are compared in all fields, also if another field would find the record.
  const isCompared = isAddedOnly
    ? options.matchBy !== 'none'
    : options.matchBy === 'auto' || options.matchBy === 'name'
  if (!isCompared) return
  const chosen = options.choices.filter(({ choice }) => choice === 'new').map(({ line }) => line)
  const isByCode = hasCode && options.matchBy === 'auto'
  const younger = isAddedOnly ? 'and id > $3' : ''
  const { rows } = await client.query<{ name: string }>(
    sharedNameSql(
      `select fields ->> 'name' as name, ${isByCode ? `fields ->> 'code' is null` : 'true'} as is_without_code
       from import_plans where import_id = $1 and kind = 'new' and line <> all($2::integer[])`,
      `select name, ${isByCode ? 'code is null' : 'true'}
       from ${table} where deleted_at is null ${younger}`,
    ),
    [id, chosen, ...(isAddedOnly ? [lastRecordId] : [])],
  )
  if (rows[0]) throw changedMeanwhile(`"${rows[0].name}" was added meanwhile.`)
  if (!isAddedOnly) return
  // Equal expenses may have been added by an import that ran during the preview.
  const { rowCount } = await client.query(
    `select from imports as other join imports as mine on mine.id = $1
     where other.id <> $1 and other.resource = $2 and other.committed_at >= mine.previewed_at limit 1`,
    [id, resource],
  )
  if (rowCount) throw changedMeanwhile('Another import has added expenses meanwhile.')
}

/**
 * SQL: a name that both queries return, if one of its rows has no code. It groups the rows: with statistics from a moment
 * when all records were deleted, a join read all records for each plan, and 30,000 products took two minutes.
 */
function sharedNameSql(planned: string, existing: string): string {
  return `
    with planned as (${planned}), existing (name, is_without_code) as (${existing})
    select name from (
      select name, is_without_code, true as is_planned from planned
      union all select name, is_without_code, false from existing
    ) as named
    group by name having bool_or(is_planned) and not bool_and(is_planned) and bool_or(is_without_code)
    order by name limit 1`
}

/** Creates the missing categories of the new and the changed rows. A product keeps a category that was deleted. */
async function createCategories(
  client: PoolClient,
  { id }: RunningImport,
  { category }: ImportTarget,
): Promise<void> {
  if (!category) return
  const { table, idField, nameField } = category
  const used = `import_id = $1 and kind in ('new', 'changed')`
  const { rows: added } = await client.query<{ name: string }>(
    sharedNameSql(
      `select fields ->> '${nameField}' as name, true as is_without_code
       from import_plans where ${used} and fields -> '${idField}' = 'null'`,
      `select name, true from ${table} where deleted_at is null`,
    ),
    [id],
  )
  if (added[0]) throw changedMeanwhile(`The category "${added[0].name}" was added meanwhile.`)
  await client.query(
    `with missing as (
       select nextval(pg_get_serial_sequence('${table}', 'id'))::integer as id, name from (
         select fields ->> '${nameField}' as name from import_plans
         where ${used} and fields -> '${idField}' = 'null'
         group by 1 order by min(line)
       ) as named
     ), created as (
       insert into ${table} (id, name) select id, name from missing
     )
     insert into import_changes (import_id, source, record_id, is_created)
     select $1, '${table}', id, true from missing`,
    [id],
  )
  const { rows } = await client.query<{ name: string }>(
    `with wanted as (
       select distinct (fields ->> '${idField}')::integer as id, fields ->> '${nameField}' as name
       from import_plans where ${used} and fields -> '${idField}' <> 'null'
         and (kind = 'new' or before ? '${idField}')
     ), kept as (
       select id from ${table} where id in (select id from wanted) and deleted_at is null
       order by id for share
     )
     select name from wanted where id not in (select id from kept) limit 1`,
    [id],
  )
  if (rows[0]) throw changedMeanwhile(`The category "${rows[0].name}" was deleted meanwhile.`)
}

/**
 * SQL: the next batch of plans, with the ids of the categories that this import has created. PostgreSQL knows no figures
 * of rows that the transaction itself has added, so the parts are materialized. The ids are looked up in an object: a
 * join compared each plan with each category, and 20,000 new categories took two minutes.
 */
function nextPlansSql({ category }: ImportTarget, kind: 'new' | 'changed'): string {
  const order = kind === 'new' ? 'line' : 'record_id'
  const picked = `
    picked as materialized (
      select line, record_id, before, stock_delta, fields from import_plans
      where import_id = $1 and kind = '${kind}' and ${order} > $2 order by ${order} limit $3
    )`
  if (!category) return `${picked}, next_plan as materialized (select * from picked)`
  const { table, idField, nameField } = category
  return `${picked}, created_category as materialized (
      select jsonb_object_agg(category.name, category.id) as ids
      from import_changes join ${table} as category on category.id = record_id
      where import_id = $1 and source = '${table}' and is_created
    ), next_plan as materialized (
      select line, record_id, before, stock_delta, case fields -> '${idField}' when 'null'
        then fields || jsonb_build_object('${idField}', (select ids from created_category) -> (fields ->> '${nameField}'))
        else fields end as fields
      from picked
    )`
}

function columnsOf({ columns }: ImportTarget) {
  const entries = Object.entries(columns)
  return {
    names: entries.map(([, { name }]) => name),
    values: entries.map(([field, { type }]) => `(fields ->> '${field}')::${type}`),
  }
}

/** Returns how many. */
async function insertNew(
  client: PoolClient,
  job: RunningImport,
  target: ImportTarget,
): Promise<number> {
  const { names, values } = columnsOf(target)
  const days = target.isAddedOnly
    ? {
        names: ', created_at, entered_at',
        values: `, coalesce((fields ->> 'date')::date + time '12:00', now() at time zone $4) at time zone $4, now()`,
      }
    : { names: '', values: '' }
  const text = `
    with ${nextPlansSql(target, 'new')}, plan as materialized (
      select nextval(pg_get_serial_sequence('${target.table}', 'id'))::integer as id, line, fields, stock_delta
      from (select * from next_plan order by line) as ordered
    ), created as (
      insert into ${target.table} (id, ${names.join(', ')}${days.names})
      select id, ${values.join(', ')}${days.values} from plan order by line
    ), noted as (
      insert into import_changes (import_id, source, record_id, is_created, stock_delta)
      select $1, '${target.table}', id, true, stock_delta from plan
    )
    select count(*)::integer as count, max(line) as line, min(id) as first, max(id) as last from plan`
  let line = 0
  let handled = 0
  while (true) {
    const zone = target.isAddedOnly ? [job.timeZone] : []
    const { rows } = await client.query<{
      count: number
      line: number
      first: number
      last: number
    }>(text, [job.id, line, batchSize, ...zone])
    const [batch] = rows
    if (!batch?.count) return handled
    handled += batch.count
    line = batch.line
    await moveStock(client, job, target, { ...batch, isCreated: true })
    job.advance(batch.count)
  }
}

/** Returns how many. */
async function changeExisting(
  client: PoolClient,
  job: RunningImport,
  target: ImportTarget,
): Promise<number> {
  const { rows } = await client.query<{ planned: number; locked: number; last: number }>(
    `with locked as (
       select record.id from ${target.table} as record join import_plans as plan on plan.record_id = record.id
       where plan.import_id = $1 and plan.kind = 'changed'
         and record.deleted_at is null and record.version = plan.record_version
       order by record.id for no key update of record
     )
     select (select count(*)::integer from locked) as locked, count(*)::integer as planned
     from import_plans where import_id = $1 and kind = 'changed'`,
    [job.id],
  )
  const { planned = 0, locked = 0 } = rows[0] ?? {}
  if (locked < planned) {
    const count = planned - locked
    const records = count === 1 ? 'A record of this file was' : `${count} records of this file were`
    throw changedMeanwhile(`${records} changed or deleted meanwhile.`)
  }
  if (planned === 0) return 0

  const { names, values } = columnsOf(target)
  const changes = names.map((name, index) => `${name} = ${values[index]}`)
  const text = `
    with ${nextPlansSql(target, 'changed')}, changed as (
      update ${target.table} as record set ${changes.join(', ')}, updated_at = now()
      from next_plan where record.id = record_id and before - 'stock' <> '{}'
    ), noted as (
      insert into import_changes (import_id, source, record_id, is_created, before, after, stock_delta)
      select $1, '${target.table}', record_id, false, before, fields, stock_delta from next_plan
    )
    select count(*)::integer as count, min(record_id) as first, max(record_id) as last from next_plan`
  let last = 0
  let handled = 0
  while (true) {
    const { rows: batches } = await client.query<{ count: number; first: number; last: number }>(
      text,
      [job.id, last, batchSize],
    )
    const [batch] = batches
    if (!batch?.count) return handled
    handled += batch.count
    last = batch.last
    await moveStock(client, job, target, { ...batch, isCreated: false })
    job.advance(batch.count)
  }
}

/** Posts the stock of a batch to the ledger, in the order of the products. */
async function moveStock(
  client: PoolClient,
  { id, userId }: RunningImport,
  { hasStock }: ImportTarget,
  { first, last, isCreated }: { first: number; last: number; isCreated: boolean },
): Promise<void> {
  if (!hasStock) return
  await client.query(
    `insert into stock_movements (product_id, delta, reason, import_id, user_id)
     select record_id, stock_delta, 'import', $1, $2 from import_changes
     where import_id = $1 and source = 'products' and record_id between $3 and $4
       and is_created = $5 and stock_delta <> 0
     order by record_id`,
    [id, userId, first, last, isCreated],
  )
}

function changedMeanwhile(what: string): AppError {
  return new AppError('conflict', `${what} ${previewAgain}`)
}
