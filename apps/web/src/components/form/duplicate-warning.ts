import { foldText } from '@/lib/rows/text-search'

interface Named {
  id: number
  name: string
}

/** Warns that another record has the same name. Nothing is refused: two customers may share one. */
export function warnOfName(rows: readonly Named[] | undefined, own: Named | null, name: string) {
  const same = findSame(rows, own, normalizeText(name), (row) => normalizeText(row.name))
  return same && `"${same.name}" exists already.`
}

interface Contact extends Named {
  email: string | null
  phone: string | null
}

/** Warns that another contact has the same email address. */
export function warnOfEmail(
  rows: readonly Contact[] | undefined,
  own: Contact | null,
  email: string,
) {
  const same = findSame(rows, own, normalizeText(email), (row) => normalizeText(row.email ?? ''))
  return same && `${same.name} has the same email.`
}

/** Warns that another contact has the same phone number, however it is written. */
export function warnOfPhone(
  rows: readonly Contact[] | undefined,
  own: Contact | null,
  phone: string,
) {
  const same = findSame(rows, own, digitsOf(phone), (row) => digitsOf(row.phone ?? ''))
  return same && `${same.name} has the same phone.`
}

function findSame<Row extends Named>(
  rows: readonly Row[] | undefined,
  own: Named | null,
  wanted: string,
  valueOf: (row: Row) => string,
) {
  if (wanted === '') return undefined
  return rows?.find((row) => row.id !== own?.id && valueOf(row) === wanted)
}

function normalizeText(text: string) {
  return foldText(text.trim()).replaceAll(/\s+/g, ' ')
}

function digitsOf(phone: string) {
  return phone.replaceAll(/\D/g, '')
}
