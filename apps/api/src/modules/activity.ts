import {
  activity,
  type ActivityQuery,
  type ActivityUser,
  activityUsers,
  ownerRole,
  resourcePaths,
  type SessionUser,
} from '@stockie/contracts'
import type { Pool } from 'pg'
import { isoInstantSql, withinDays } from '#src/database/sql/days-to-instants'
import { AppError } from '#src/errors'
import type { ApiModule, Endpoint } from '#src/http/api-router'
import { describeReport } from '#src/http/openapi/resources'
import { parseQuery } from '#src/http/request-input'
import { createJsonBody, toJsonBody } from '#src/http/response-body'

/**
 * The tables of the rows. The recording of a sale or a purchase is posted nowhere: it is read from the document.
 * The id of a row in the answer is its id in its table times three, plus the index of the table here.
 */
const tables = ['activities', 'sales', 'purchases'] as const
type Table = (typeof tables)[number]

const parties = { sales: 'customer_name', purchases: 'supplier_name' } as const
const documentDays = { sales: 'sale_date', purchases: 'purchase_date' } as const

const refusal = 'Only the owner may see the activity of the whole shop.'

function refuseOthers({ role }: SessionUser, { resource, id }: ActivityQuery): void {
  const isRecord = id !== undefined && resourcePaths.some((path) => path === resource)
  if (role === ownerRole || isRecord) return
  throw new AppError('forbidden', refusal)
}

/** SQL: the rows, newest first, as JSON. Reads no more rows of each table than the page has. */
export function activityQuery(query: ActivityQuery, timeZone: string) {
  const { resource, id, userId, byCommandLine, before, startDate, endDate, pageSize } = query
  const values: unknown[] = [pageSize, timeZone]
  const parameter = (value: unknown) => `$${values.push(value)}`
  const days =
    startDate === undefined && endDate === undefined
      ? undefined
      : { start: parameter(startDate ?? null), end: parameter(endDate ?? null), zone: '$2' }
  const account = userId === undefined ? undefined : parameter(userId)
  const record = id === undefined ? undefined : parameter(id)

  /** Compares whole rows, so that an index finds the first row after the cursor, also of a moment with many. */
  function placeConditions(table: Table, at: string): string[] {
    const inDays = days ? [withinDays(at, days)] : []
    if (before === undefined) return inDays
    const firstAfter = Math.floor((before - tables.indexOf(table) - 1) / 3) + 1
    return [...inDays, `(${at}, id) < ((select at from cursor), ${parameter(firstAfter)}::bigint)`]
  }

  const posted = newest({
    select: `select ${rowId('activities')} as id, at, user_id, by_command_line, action, resource, record_id,
      record_name, changes from activities`,
    where: [
      ...placeConditions('activities', 'at'),
      ...(resource ? [`resource = ${parameter(resource)}`] : []),
      ...(record ? [`record_id = ${record}`] : []),
      ...(account ? [`user_id = ${account}`] : []),
      ...(byCommandLine ? ['by_command_line'] : []),
    ],
    // With its table: "id" alone would be the column of the answer, which no index has.
    order: 'at desc, activities.id desc',
  })

  function recordings(table: keyof typeof parties): string {
    const recording = {
      select: `select ${rowId(table)} as id, created_at as at, created_by_id as user_id,
        false as by_command_line, 'recorded' as action, '${table}' as resource, id as record_id,
        ${parties[table]} as record_name, '[]'::jsonb as changes from ${table}`,
      order: `created_at desc, ${table}.id desc`,
    }
    const place = placeConditions(table, 'created_at')
    if (record) {
      const ofAccount = account ? [`created_by_id = ${account}`] : []
      return newest({ ...recording, where: [`id = ${record}`, ...ofAccount, ...place] })
    }
    // An index has the recordings of one account in order. The accounts are few.
    const ofAccount = newest({ ...recording, where: ['created_by_id = users.id', ...place] })
    return `(select recording.* from users cross join lateral ${ofAccount} as recording
      ${account ? `where users.id = ${account}` : ''})`
  }

  // The command line records no sales and no purchases.
  const documents = (['sales', 'purchases'] as const).filter(
    (table) => !byCommandLine && (resource === undefined || resource === table),
  )
  const parts = [posted, ...documents.map(recordings)]
  const cursor = before === undefined ? '' : `cursor as (${momentOf(before, parameter)}), `
  const text = `
    with ${cursor}page as (
      select * from (${parts.join(' union all ')}) as found order by at desc, id desc limit $1
    )
    select coalesce(json_agg(row), '[]') as body from (
      select page.id, ${isoInstantSql('page.at')} as at, user_id as "userId", users.name as "userName",
        by_command_line as "byCommandLine", action, resource, record_id as "recordId",
        record_name as "recordName", ${changesSql} as changes,
        ${presentName} as "presentName", ${presentDay} as day
      from page left join users on users.id = user_id
      order by page.at desc, page.id desc
    ) as row`
  return { text, values }
}

const rowId = (table: Table) => `id::bigint * 3 + ${tables.indexOf(table)}`

function newest({ select, where, order }: { select: string; where: string[]; order: string }) {
  const conditions = where.length > 0 ? `where ${where.join(' and ')}` : ''
  return `(${select} ${conditions} order by ${order} limit $1)`
}

/** SQL: the moment of the row with this id. The next page begins after it. */
function momentOf(rowWithId: number, parameter: (value: unknown) => string): string {
  const index = rowWithId % 3
  const table = tables[index] ?? 'activities'
  return `select ${table === 'activities' ? 'at' : 'created_at as at'} from ${table}
    where id = ${parameter((rowWithId - index) / 3)}::bigint`
}

/** SQL: the changes. The moment of an expense becomes its day, by the store's clock. */
const storeDay = (instant: string) =>
  `to_char((${instant})::timestamptz at time zone $2::text, 'YYYY-MM-DD')`
const changesSql = `case when resource <> 'expenses' then changes else (
  select coalesce(jsonb_agg(case when change ->> 'field' <> 'createdAt' then change else
    jsonb_build_object('field', 'date', 'before', ${storeDay(`change ->> 'before'`)},
      'after', ${storeDay(`change ->> 'after'`)}) end), '[]')
  from jsonb_array_elements(changes) as change) end`

type Resource = (typeof namedResources)[number]

const namedResources = [...resourcePaths, 'returns'] as const

/** SQL: a value of each record as it is now, or null if it was deleted. */
function presentSql(column: (resource: Resource) => string): string {
  const cases = namedResources.map(
    (path) => `when '${path}' then (select ${column(path)} from ${path.replace('-', '_')}
      where id = record_id and deleted_at is null)`,
  )
  return cases.join(' ')
}

function nameOf(resource: Resource): string {
  if (resource === 'sales' || resource === 'purchases') return parties[resource]
  return resource === 'returns' ? '(select customer_name from sales where id = sale_id)' : 'name'
}

function dayOf(resource: Resource): string {
  if (resource === 'sales' || resource === 'purchases') return documentDays[resource]
  if (resource === 'returns') return '(select sale_date from sales where id = sale_id)'
  return resource === 'expenses' ? '(created_at at time zone $2::text)::date' : 'null::date'
}

const presentName = `case resource ${presentSql(nameOf)} when 'users' then
  (select name from users where id = record_id and removed_at is null) when 'stock-counts' then
  (select coalesce(name, '') from stock_counts where id = record_id) end`
const presentDay = `case resource ${presentSql(dayOf)} end`

const describeActivity = describeReport(activity, {
  rowName: 'activity',
  operationId: 'listActivity',
  tag: 'Activity',
  summary: 'List what the users did, newest first',
  description:
    'Managers and cashiers may ask for one record of the eight resources. Everything else is for the owner ' +
    'only. The page after a row is that with `before` its id.',
  withoutEtag: true,
})

const describeUsers = describeReport(activityUsers, {
  rowName: 'activity user',
  operationId: 'listActivityUsers',
  tag: 'Activity',
  summary: 'List the accounts that the activity may name, also those that were removed',
  description: 'For the owner only. Sorted by name, the removed ones last.',
  withoutEtag: true,
})

function listActivity(pool: Pool, timeZone: string): Endpoint<ActivityQuery> {
  return {
    method: 'GET',
    path: activity.path,
    auth: 'role',
    read: (request) => parseQuery(activity.query, request),
    async answer({ input, account }) {
      refuseOthers(account, input)
      const { rows } = await pool.query<{ body: string }>(activityQuery(input, timeZone))
      return { status: 200, body: createJsonBody(rows[0]?.body ?? '[]') }
    },
  }
}

function listUsers(pool: Pool): Endpoint {
  return {
    method: 'GET',
    path: activityUsers.path,
    auth: 'role',
    only: { roles: [ownerRole], refusal },
    read: () => undefined,
    async answer() {
      const { rows } = await pool.query<ActivityUser>(
        `select id, name, removed_at is not null as "isRemoved" from users
         order by removed_at is not null, name, id`,
      )
      return { status: 200, body: toJsonBody(rows) }
    },
  }
}

export const activityModule: ApiModule = {
  describe(registry) {
    describeActivity(registry)
    describeUsers(registry)
  },
  endpoints: ({ pool, timeZone }) => [listActivity(pool, timeZone), listUsers(pool)],
}
