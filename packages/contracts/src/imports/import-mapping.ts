import { type ImportField, type ImportResource, importFields } from './import-fields'

/** A header as letters and digits in lower case, so that "E-mail address" and "Email_Address" are the same. */
function simplify(header: string): string {
  return header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** The header of the column with our ids. The key tells the ids of this shop from those of another one. */
export function idHeader(shopKey: string | null | undefined): string {
  return shopKey ? `ID ${shopKey}` : 'ID'
}

/** The key of the shop that wrote the header of an id column, or null for a plain `ID`. Undefined for any other. */
export function readIdHeader(header: string): string | null | undefined {
  const match = /^ID(?: ([0-9a-f]{8}))?$/i.exec(header.trim())
  return match ? (match[1] ?? null) : undefined
}

/** The columns of each field. A field without a column is left out. */
export type ImportMapping = Record<string, number[] | undefined>

/** Finds the columns of the fields by the headers. Ids of another shop are left out. */
export function suggestMapping(
  resource: ImportResource,
  columns: readonly string[],
  shopKey: string | null,
): ImportMapping {
  const headers = columns.map(simplify)
  const taken = new Set<number>()
  const mapping: ImportMapping = {}

  function take(field: ImportField, wanted: readonly string[]): boolean {
    const found = wanted
      .map((header) => headers.findIndex((other, at) => other === header && !taken.has(at)))
      .filter((at) => at >= 0)
    if (found.length === 0) return false
    for (const at of found) taken.add(at)
    mapping[field.name] = found
    return true
  }

  const fields = importFields[resource]
  const idColumn = columns.findIndex((header) => {
    const key = readIdHeader(header)
    return key === null || (key !== undefined && key === shopKey)
  })
  if (idColumn >= 0) {
    mapping['id'] = [idColumn]
    taken.add(idColumn)
  }
  // Our own headers first: another field may have one of them among its aliases.
  const missing = fields.filter(
    (field) => field.kind !== 'id' && !take(field, [simplify(field.label)]),
  )
  for (const field of missing) {
    field.aliases.some((alias) => take(field, typeof alias === 'string' ? [alias] : alias))
  }
  return mapping
}
