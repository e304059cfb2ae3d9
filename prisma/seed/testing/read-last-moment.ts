import type { ClientBase } from 'pg'

import { tableNames, tables } from '../tables'

const moments = ['created_at', 'updated_at', 'deleted_at'] as const

/** The last moment that any row names, on the shop's clock. */
export async function readLastMoment(client: ClientBase, timeZone: string): Promise<string> {
  const all = tableNames.flatMap((table) =>
    moments
      .filter((moment) => tables[table].some((column) => column === moment))
      .map((moment) => `select max(${moment}) as moment from ${table}`),
  )
  const found = await client.query<{ last: string }>(
    `select (max(moment) at time zone $1)::text as last from (${all.join(' union all ')}) as moments`,
    [timeZone],
  )
  return found.rows[0]?.last ?? ''
}
