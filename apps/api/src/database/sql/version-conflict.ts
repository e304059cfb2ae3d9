import type { ConflictDetails } from '@stockie/contracts'
import type { ClientBase } from 'pg'
import { AppError, noSuchRecord } from '#src/errors'
import { isoInstantSql } from './days-to-instants'

type EditedRecord = {
  /** The path of the resource in the API. */
  resource: string
  id: number
  /** The statement of the rows with the present record among them. It has a column "id". */
  current: { text: string; values?: unknown[] }
}

type Reading = {
  current: ConflictDetails['current'] | null
  action: string | null
  at: string
  name: string | null
}

/** SQL: whether an activity changed a field that the version counts. */
const raisesVersion = `changes @? '$[*] ? (@.field != "stock" && @.field != "password" &&
  @.field != "recoveryCodes" && @.field != "secondFactor")'`

/**
 * Returns the error of a write whose version is no longer the record's: what it missed, when and by whom. By now,
 * the record may have another version again.
 */
export async function readVersionConflict(
  client: Pick<ClientBase, 'query'>,
  record: EditedRecord,
): Promise<AppError> {
  const { text, values = [] } = record.current
  const [resource, id] = [1, 2].map((n) => `$${values.length + n}`)
  const { rows } = await client.query<Reading>(
    `select (select row_to_json(row)::jsonb from (${text}) as row where row.id = ${id}) as current,
       last.action, ${isoInstantSql('last.at')} as at, users.name
     from (values (1)) as always
       left join lateral (
         select distinct on (action) action, at, user_id from activities
         where resource = ${resource} and record_id = ${id}
           and (action = 'deleted' or action = 'changed' and ${raisesVersion})
         order by action, at desc, id desc
       ) as last on true
       left join users on users.id = last.user_id`,
    [...values, record.resource, record.id],
  )
  const current = rows[0]?.current ?? null
  const last = rows.find(({ action }) => action === (current === null ? 'deleted' : 'changed'))
  if (current !== null) {
    const details = { current, ...(last && { changedAt: last.at, changedByName: last.name }) }
    return new AppError('changed', 'This record was changed meanwhile. Read it again, then save.', {
      details,
    })
  }
  if (!last) return noSuchRecord()
  const details = { deletedAt: last.at, deletedByName: last.name }
  return new AppError('deleted', 'This record was deleted meanwhile. Restore it to save.', {
    details,
  })
}
