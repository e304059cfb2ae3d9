import {
  activity,
  type ActivityQuery,
  ownerRole,
  resourcePaths,
  type SessionUser,
} from '@stockie/contracts'
import { isoInstantSql, withinDays } from '#src/database/sql/days-to-instants'
import { AppError } from '#src/errors'
import type { ApiModule, Endpoint } from '#src/http/api-router'
import { describeReport } from '#src/http/openapi/resources'
import { parseQuery } from '#src/http/request-input'
import { createJsonBody } from '#src/http/response-body'

/** Where the rows of an answer come from. An answer's id is `id of the source's row * 3 + its place here`. */
const sources = ['activities', 'sales', 'purchases'] as const
type Source = (typeof sources)[number]

/** Only one of the eight resources has a record that everyone may see. */
const isRecord = ({ resource, id }: ActivityQuery) =>
  id !== undefined && resourcePaths.some((path) => path === resource)

function refuseOthers({ role }: SessionUser, query: ActivityQuery): void {
  if (role === ownerRole || isRecord(query)) return
  throw new AppError('forbidden', 'Only the owner may see the activity of the whole shop.')
}

const answerId = (source: Source, id: string) => `${id}::bigint * 3 + ${sources.indexOf(source)}`

/** The recording of a document is no row of activities: its own columns tell it. */
const recordings = {
  sales: { party: 'customer_name', day: 'sale_date' },
  purchases: { party: 'supplier_name', day: 'purchase_date' },
} as const

/** SQL: the activity rows, newest first, as JSON. Each source reads no more rows than the page has. */
function activityQuery(query: ActivityQuery, timeZone: string) {
  const { resource, id, userId, before, startDate, endDate, pageSize } = query
  const values: unknown[] = [pageSize]
  const value = (given: unknown) => `$${values.push(given)}`

  const isInRange =
    startDate === undefined && endDate === undefined
      ? () => []
      : withRange(value(startDate ?? null), value(endDate ?? null), value(timeZone))
  const account = userId === undefined ? undefined : value(userId)
  const record = id === undefined ? undefined : value(id)
  const cursor = before === undefined ? undefined : value(before)

  function conditions(source: Source, at: string): string[] {
    return [
      ...isInRange(at),
      ...(cursor
        ? [
            `${at} <= (select at from place)`,
            `(${at}, ${answerId(source, 'id')}) < ((select at from place), ${cursor})`,
          ]
        : []),
    ]
  }

  const kept = selectNewest(
    `select ${answerId('activities', 'id')} as id, at, user_id, by_command_line, action, resource, record_id,
       record_name, changes from activities`,
    [
      ...conditions('activities', 'at'),
      ...(resource ? [`resource = ${value(resource)}`] : []),
      ...(record ? [`record_id = ${record}`] : []),
      ...(account ? [`user_id = ${account}`] : []),
    ],
    'at desc, id desc',
  )

  function recorded(source: keyof typeof recordings): string {
    const select = `select ${answerId(source, 'id')} as id, created_at as at, created_by_id as user_id,
      false as by_command_line, 'recorded' as action, '${source}' as resource, id as record_id,
      ${recordings[source].party} as record_name, '[]'::jsonb as changes from ${source}`
    const own = conditions(source, 'created_at')
    if (record) {
      const ofAccount = account ? [`created_by_id = ${account}`] : []
      return selectNewest(select, [`id = ${record}`, ...ofAccount, ...own], 'created_at desc')
    }
    // An index has the recordings of one account in order. The accounts are few.
    const ofAccount = selectNewest(
      select,
      ['created_by_id = users.id', ...own],
      'created_at desc, id desc',
    )
    return `(select recording.* from users cross join lateral ${ofAccount} as recording
      ${account ? `where users.id = ${account}` : ''})`
  }

  const documents = (['sales', 'purchases'] as const).filter(
    (source) => resource === undefined || resource === source,
  )
  const parts = [kept, ...documents.map(recorded)]
  const text = `
    with ${cursor ? `place as (${placeSql(cursor)}), ` : ''}page as (
      select * from (${parts.join(' union all ')}) as found order by at desc, id desc limit $1
    )
    select coalesce(json_agg(row), '[]') as body from (
      select page.id, ${isoInstantSql('page.at')} as at, user_id as "userId", users.name as "userName",
        by_command_line as "byCommandLine", action, resource, record_id as "recordId",
        record_name as "recordName", changes,
        case resource ${Object.entries(recordings)
          .map(
            ([source, { day }]) => `when '${source}' then
          (select ${day} from ${source} where id = record_id and deleted_at is null)`,
          )
          .join(' ')} end as "documentDay",
        case resource ${resourcePaths
          .map(
            (path) => `when '${path}' then
          not exists (select from ${path.replace('-', '_')} where id = record_id and deleted_at is null)`,
          )
          .join(' ')}
          when 'users' then
          not exists (select from users where id = record_id and removed_at is null)
          else false end as "isDeleted"
      from page left join users on users.id = user_id
      order by page.at desc, page.id desc
    ) as row`
  return { text, values }
}

function selectNewest(select: string, conditions: string[], order: string): string {
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
  return `(${select} ${where} order by ${order} limit $1)`
}

function withRange(start: string, end: string, zone: string) {
  return (at: string) => [withinDays(at, { start, end, zone })]
}

/** SQL: the moment of the row after which the page begins. */
function placeSql(cursor: string): string {
  const moments = sources.map(
    (source, place) => `select ${source === 'activities' ? 'at' : 'created_at as at'} from ${source}
      where ${cursor}::bigint % 3 = ${place} and id = ${cursor}::bigint / 3`,
  )
  return moments.join(' union all ')
}

export const activityModule: ApiModule = {
  describe: describeReport(activity, {
    rowName: 'activity',
    operationId: 'listActivity',
    tag: 'Activity',
    summary: 'List what the users did, newest first',
    description:
      'Managers and cashiers may ask for one record of the eight resources. Everything else is for the owner ' +
      'only. The page after a row is that with `before` its id.',
    withoutEtag: true,
  }),
  endpoints: ({ pool, timeZone }): Endpoint[] => {
    const list: Endpoint<ActivityQuery> = {
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
    return [list]
  },
}
