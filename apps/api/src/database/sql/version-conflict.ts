import type { ConflictDetails } from '@stockie/contracts'
import type { ClientBase } from 'pg'
import { AppError, noSuchRecord } from '#src/errors'
import { isoInstantSql } from './days-to-instants'

type Record = {
  /** The path of the resource in the API. */
  resource: string
  id: number
  /** The statement of the rows with the present record among them. It has a column "id". */
  current: { text: string; values?: unknown[] }
}

type Reading = {
  current: ConflictDetails['current'] | null
  action: string
  at: string
  name: string | null
}

/**
 * Returns the error of a write whose version is no longer the record's: what it missed, when and by whom. By now,
 * the record may have another version again.
 */
export async function versionConflict(
  client: Pick<ClientBase, 'query'>,
  record: Record,
): Promise<AppError> {
  const { text, values = [] } = record.current
  const [resource, id] = [1, 2].map((n) => `$${values.length + n}`)
  const { rows } = await client.query<Reading>(
    `select distinct on (action) (select row_to_json(row)::jsonb from (${text}) as row where row.id = ${id}) as current,
       action, ${isoInstantSql('at')} as at, users.name
     from activities left join users on users.id = user_id
     where resource = ${resource} and record_id = ${id} and (
       action = 'deleted' or action = 'changed' and changes -> 0 ->> 'field' <> 'stock')
     order by action, at desc, activities.id desc`,
    [...values, record.resource, record.id],
  )
  const current = rows[0]?.current ?? null
  const last = rows.find(({ action }) => action === (current === null ? 'deleted' : 'changed'))
  if (current !== null) {
    const details = { current, ...(last && { changedAt: last.at, changedByName: last.name }) }
    return new AppError('changed', 'This record was changed meanwhile.', { details })
  }
  if (!last) return noSuchRecord()
  const details = { deletedAt: last.at, deletedByName: last.name }
  return new AppError('deleted', 'This record was deleted meanwhile.', { details })
}
