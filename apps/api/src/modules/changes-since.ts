import { changesSince, type ChangesSinceQuery } from '@stockie/contracts'
import {
  entriesSinceSql,
  isDayOverSql,
  type KnownAt,
  nameAsOf,
  placeholdersOf,
  reportValues,
} from '#src/database/sql/journal'
import type { ListQuery } from '#src/database/sql/list-query'
import type { ApiModule } from '#src/http/api-router'
import { reportEndpoint } from '#src/http/endpoints/report-endpoint'
import { describeReport } from '#src/http/openapi/resources'

/** What changed the profit summary of a range since a moment. A return lowers the total of sales. */
function changesSinceQuery(
  { page, pageSize, startDate, endDate }: ChangesSinceQuery,
  timeZone: string,
  knownAt: KnownAt,
): ListQuery {
  const { values } = reportValues({ startDate, endDate }, timeZone, knownAt)
  const at = placeholdersOf(knownAt)
  const entries = entriesSinceSql(at)
  const order = 'order by entry.at desc, source, document_id desc, sign desc, day, place'
  return {
    name: nameAsOf('changes', knownAt),
    // OFFSET 0 forces index lookups: a page has few documents.
    text: `
      select place::text as key, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
        source as resource, document_id as "recordId", sale_id as "saleId",
        coalesce(record.name, '') as "recordName",
        action, day, action = 'recorded' and ${isDayOverSql('day', at)} as "isLate",
        case source when 'purchases' then 'totalPurchases' when 'expenses' then 'totalExpenses'
          else 'totalSales' end as total,
        case source when 'returns' then -amount else amount end as amount,
        case when deleted_at is null then listed_day end as "listedDay", users.name as "userName",
        user_id is null and entry.at >= coalesce((select exact_since from books), '-infinity')
          as "byCommandLine"
      from (select * from (${entries}) as entry ${order} limit $5 offset $6) as entry
        left join users on users.id = user_id
        left join lateral (
          select customer_name as name, deleted_at, sale_date as listed_day, null::integer as sale_id
          from sales where source = 'sales' and id = document_id
          union all
          select customer_name, return.deleted_at, sale_date, sale_id
          from returns as return join sales on sales.id = sale_id
          where source = 'returns' and return.id = document_id
          union all
          select supplier_name, deleted_at, purchase_date, null
          from purchases where source = 'purchases' and id = document_id
          union all
          select name, deleted_at, (created_at at time zone $3)::date, null
          from expenses where source = 'expenses' and id = document_id
          offset 0
        ) as record on true
      ${order}`,
    count: `select count(*) from (${entries}) as entry`,
    values: [...values, pageSize, (page - 1) * pageSize],
    sources: ['sales', 'purchases', 'expenses', 'users'],
    days: { startDate, endDate },
  }
}

const describeChangesSince = describeReport(changesSince, {
  rowName: 'change since a moment',
  operationId: 'listChangesSince',
  tag: 'Reports',
  summary: 'List what changed the profit summary of a range since a moment, the last change first',
  description:
    'Everything that was recorded, changed, deleted or restored since `asOf` and counts on a day of the range. The ' +
    'rows of a total add up to its value now less its value with the same `asOf`.',
})

export const changesSinceModule: ApiModule = {
  describe: (registry) => describeChangesSince(registry),
  endpoints: (parts) => [reportEndpoint(parts, { ...changesSince, list: changesSinceQuery })],
}
