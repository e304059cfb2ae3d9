/** The values of a form by their fields: what a row says, or what the user typed. */
export type Values = Record<string, unknown>

/**
 * A number is saved as its difference to the second field, so two users may change it without a question. The API
 * counts the difference once for each form, also if a save that arrived is sent again.
 */
const baseOf: Record<string, string> = { stock: 'baseStock' }

/** Fields that say why a number changes. The record does not keep them, so no other user can change them. */
const reasons = ['stockReason', 'stockNote']

interface Versions {
  /** The record as both edits began. */
  base: Values
  mine: Values
  theirs: Values
}

/**
 * Fields that both users changed, to different values, keep mine and are listed in `asked`. After a save without an
 * answer, a number that has no difference any more may take back what that save counted, so it is sent as it is.
 */
export function mergeEdits(
  { base, mine, theirs }: Versions,
  { hasUnanswered = false }: { hasUnanswered?: boolean } = {},
) {
  const merged = { ...mine }
  const asked: string[] = []
  for (const name of ownFields(mine)) {
    if (isSame(mine[name], base[name])) merged[name] = theirs[name]
    else if (!isSame(theirs[name], base[name]) && !isSame(mine[name], theirs[name])) {
      asked.push(name)
    }
  }
  for (const [number, counted] of Object.entries(baseOf)) {
    if (counted in mine && isSame(mine[number], mine[counted]) && !hasUnanswered) {
      Object.assign(merged, { [number]: theirs[number], [counted]: theirs[counted] })
    }
  }
  return { merged, asked }
}

/**
 * Finds the save without an answer that arrived, if that can be told: the record has all its changes now. Of
 * several, it is the one with the most changes, and the latest of these.
 */
export function findArrived(
  unanswered: readonly Values[],
  { base, theirs }: Omit<Versions, 'mine'>,
) {
  let arrived: { sent: Values; changes: number } | undefined
  for (const sent of unanswered) {
    const changed = ownFields(sent).filter((name) => !isSame(sent[name], base[name]))
    const hasArrived = changed.every((name) => isSame(sent[name], theirs[name]))
    if (changed.length > 0 && hasArrived && changed.length >= (arrived?.changes ?? 0)) {
      arrived = { sent, changes: changed.length }
    }
  }
  return arrived?.sent
}

/** Compares values as the API saves them: trimmed texts, no value as an empty text, and numbers by their value. */
export function isSame(one: unknown, other: unknown) {
  const [text, otherText] = [textOf(one), textOf(other)]
  if (text === otherText) return true
  const hasNumber = typeof one === 'number' || typeof other === 'number'
  return hasNumber && isNumber(text) && isNumber(otherText) && Number(text) === Number(otherText)
}

/** The fields whose changes raise the version of the record. */
function ownFields(values: Values) {
  const others = [...Object.entries(baseOf).flat(), ...reasons]
  return Object.keys(values).filter((name) => !others.includes(name))
}

function textOf(value: unknown) {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

/** As the contract reads a number field. */
function isNumber(text: string) {
  return /^-?\d+(\.0*)?$/.test(text)
}
