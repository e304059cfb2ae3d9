import { codeForms, type ImportOptions } from '@stockie/contracts'
import type { PoolClient } from 'pg'
import type { ImportTarget } from './import-targets'
import type { RowTexts } from './row-texts'

/** A record of the shop, with its fields and the name of its category. */
export type ExistingRecord = {
  id: number
  name: string
  version: number
  stock?: number
  code?: string | null
  [field: string]: unknown
}

/** What the user chose for some rows, by their lines. */
export type RowChoices = ReadonlyMap<number, ImportOptions['choices'][number]['choice']>

/** The records of the shop that the rows of one batch may be about. */
export type ExistingRecords = {
  byId: ReadonlyMap<number, ExistingRecord>
  byCode: ReadonlyMap<string, ExistingRecord>
  byName: ReadonlyMap<string, readonly ExistingRecord[]>
}

export const codeKey = (code: string) => codeForms(code)[0]

type Wanted = { target: ImportTarget; timeZone: string; choices: RowChoices }

/** Reads the records with an id, a code or a name of the rows. */
export async function readExisting(
  client: PoolClient,
  { target, timeZone, choices }: Wanted,
  rows: readonly { line: number; texts: RowTexts }[],
): Promise<ExistingRecords> {
  const ids = rows.flatMap(({ line, texts }) => {
    const choice = choices.get(line)
    return [...(typeof choice === 'number' ? [choice] : []), ...(readId(texts) ?? [])]
  })
  const names = rows.flatMap(({ texts }) => texts['name'] ?? [])
  const codes = rows.flatMap(({ texts }) => (texts['code'] ? codeKey(texts['code']) : []))
  const { rows: records } = await client.query<ExistingRecord>(recordsSql(target), [
    ids,
    names,
    ...(target.hasCode ? [codes] : []),
    ...(target.isAddedOnly ? [timeZone] : []),
  ])
  const byName = new Map<string, ExistingRecord[]>()
  for (const record of records) {
    const namesakes = byName.get(record.name)
    if (namesakes) namesakes.push(record)
    else byName.set(record.name, [record])
  }
  return {
    byId: new Map(records.map((record) => [record.id, record])),
    byCode: new Map(
      records.flatMap((record) => (record.code ? [[codeKey(record.code), record]] : [])),
    ),
    byName,
  }
}

/**
 * SQL: the records that a batch of rows may be about. Each condition has its own part, so that the index of the codes is
 * used: with OR, each batch computed the key of each code, and a preview of 30,000 known products took 15 seconds.
 */
function recordsSql(target: ImportTarget): string {
  const { table, columns, category, hasStock, hasCode, isAddedOnly } = target
  const fields = Object.entries(columns).map(([field, { name }]) => `record.${name} as "${field}"`)
  const joined = category
    ? `left join ${category.table} as category
         on category.id = record.${columns[category.idField]?.name} and category.deleted_at is null`
    : ''
  return `
    select record.id, record.version, ${fields.join(', ')}
      ${hasStock ? ', record.stock' : ''}
      ${isAddedOnly ? `, to_char(record.created_at at time zone $3, 'YYYY-MM-DD') as date` : ''}
      ${category ? `, category.name as "${category.nameField}"` : ''}
    from ${table} as record ${joined}
    where record.id in (
      select id from ${table} where id = any($1::integer[]) and deleted_at is null
      union select id from ${table} where name = any($2::text[]) and deleted_at is null
      ${hasCode ? `union select id from ${table} where code_key(code) = any($3::text[]) and deleted_at is null` : ''}
    )
    order by record.id`
}

/** The id in a list, or nothing. An id of more digits is that of no record. */
function readId(texts: RowTexts): number[] | undefined {
  const text = texts['id'] ?? ''
  return /^[1-9]\d{0,8}$/.test(text) ? [Number(text)] : undefined
}

export type Match = { record?: ExistingRecord | undefined; candidates?: readonly ExistingRecord[] }

/**
 * Finds the record of a row by the first of id, code and name that the row has. An id that no record has says nothing:
 * the record may have been deleted. A code that no record has may be the first one of the product with that name.
 * Several records of one name are candidates.
 */
export function matchRecord(
  { byId, byCode, byName }: ExistingRecords,
  texts: RowTexts,
  matchBy: ImportOptions['matchBy'],
): Match {
  const isAuto = matchBy === 'auto'
  const [id] = readId(texts) ?? []
  if ((isAuto || matchBy === 'id') && id !== undefined) {
    const record = byId.get(id)
    if (record || !isAuto) return { record }
  }
  if ((isAuto || matchBy === 'code') && texts['code']) {
    const record = byCode.get(codeKey(texts['code']))
    if (record || !isAuto) return { record }
  }
  if ((isAuto || matchBy === 'name') && texts['name']) {
    const all = byName.get(texts['name']) ?? []
    const namesakes = isAuto && texts['code'] ? all.filter(({ code }) => !code) : all
    return namesakes.length > 1 ? { candidates: namesakes } : { record: namesakes[0] }
  }
  return {}
}
