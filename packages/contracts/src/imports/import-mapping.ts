import { type ImportField, type ImportResource, importFields } from './import-fields'

/** A header as letters and digits in lower case, so that "E-mail address" and "Email_Address" are the same. */
function simplify(header: string): string {
  return header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Loyverse writes the name of the store behind a header, in brackets. */
function simplifyForeign(header: string): string {
  return simplify(header.replace(/\s*\[[^\]]*\]\s*$/, ''))
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

/**
 * Finds the columns of the fields by the headers. Ids of another shop or program are left out. Of two columns that other
 * programs write for a field, such as barcode and SKU, one with values in the first rows comes before an empty one.
 */
export function suggestMapping(
  resource: ImportResource,
  columns: readonly string[],
  shopKey: string | null,
  firstRows: readonly (readonly string[])[] = [],
): ImportMapping {
  const headers = columns.map(simplifyForeign)
  const fields = importFields[resource]
  const taken = new Set<number>()
  const mapping: ImportMapping = {}

  /** An alias that ends with an asterisk stands for all headers that begin with it. */
  function findColumn(alias: string): number {
    const start = alias.endsWith('*') ? alias.slice(0, -1) : undefined
    return headers.findIndex(
      (header, at) =>
        !taken.has(at) && (start === undefined ? header === alias : header.startsWith(start)),
    )
  }

  /** Takes all columns of a group, if the file has the first one. */
  function take({ name }: ImportField, group: readonly string[]): boolean {
    const [first = -1, ...others] = group.map(findColumn)
    if (first < 0) return false
    const found = [first, ...others.filter((at) => at >= 0)]
    for (const at of found) taken.add(at)
    mapping[name] = found
    return true
  }

  const idColumn = findIdColumn(columns, fields, shopKey)
  if (idColumn >= 0) {
    mapping['id'] = [idColumn]
    taken.add(idColumn)
  }
  // Our own headers first: another field may have one of them among its aliases.
  const missing = fields.filter((field) => field.kind !== 'id' && !take(field, ownGroup(field)))
  for (const field of missing) {
    const groups = field.aliases.map((alias) => (typeof alias === 'string' ? [alias] : alias))
    const isFilled = ([first = '']: readonly string[]) => {
      const at = findColumn(first)
      return firstRows.some((cells) => (cells[at]?.trim() ?? '') !== '')
    }
    const filledFirst = [...groups.filter(isFilled), ...groups.filter((group) => !isFilled(group))]
    filledFirst.some((group) => take(field, group))
  }
  return mapping
}

/** Our own header, with the columns that other programs have beside it. */
function ownGroup({ label, aliases }: ImportField): readonly string[] {
  const own = simplify(label)
  const isOwn = (alias: ImportField['aliases'][number]) =>
    typeof alias !== 'string' && alias[0] === own
  const group = aliases.find(isOwn)
  return typeof group === 'object' ? group : [own]
}

/**
 * The column with our ids. Other programs call theirs ID, too, and these would match any of our records. So a plain
 * ID counts only in a shop without a key, and in a file that has no header but ours. The user may choose it by hand.
 */
function findIdColumn(
  columns: readonly string[],
  fields: readonly ImportField[],
  shopKey: string | null,
): number {
  const labels = new Set(fields.map(({ label }) => simplify(label)))
  const isOurs = columns.every((header) => header.trim() === '' || labels.has(simplify(header)))
  return columns.findIndex((header) => {
    const key = readIdHeader(header)
    return key === null ? shopKey === null && isOurs : key !== undefined && key === shopKey
  })
}
