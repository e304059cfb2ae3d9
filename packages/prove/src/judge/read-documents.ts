import type { Database } from '@stockie/stage/database'
import type { DocumentEntry } from '#src/clients/journal'
import { documentColumns } from './document-columns'

export type Stored = { mark: string; isDeleted: boolean; row: unknown }

/** Every document whose remark begins with the mark, as an answer would show it. */
export async function readDocuments(
  { query }: Pick<Database, 'query'>,
  resource: DocumentEntry['resource'],
  mark: string,
): Promise<Stored[]> {
  return query<Stored>(
    `select remark as mark, deleted_at is not null as "isDeleted",
       json_build_object(${documentColumns[resource]}) as row
     from ${resource} where starts_with(remark, $1)`,
    [`${mark}-`],
  )
}
