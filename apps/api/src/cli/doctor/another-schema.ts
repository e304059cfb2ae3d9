import type { Verdict } from './finding'

/** An older version's, which the row of the schema tells. */
export const anotherSchema: Verdict = {
  state: 'look',
  found: 'This could not be checked: the database has another schema, see there.',
}
