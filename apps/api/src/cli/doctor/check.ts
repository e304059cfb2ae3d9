import pg from 'pg'
import { StartError } from '#src/database/embedded/claim'
import { exitSentence } from '#src/server/console'

/** Whether something is as it should be, worth a look, or in the way of the shop. */
export type State = 'ok' | 'look' | 'wrong'

/** What was found, in a sentence that says what to do where it is not ok. */
export type Verdict = { state: State; found: string }

export type Finding = Verdict & { check: string }

/** One look at one thing; what it throws is a verdict, too. */
export type Check = { name: string; look: () => Promise<Verdict[]> | Verdict[] }

/** Longer than any statement of a check may take, which says better what it was. */
const limit = 30_000

/** What a check finds, within its time; what goes wrong with it is a finding and hides no other. */
export async function runCheck({ name, look }: Check): Promise<Finding[]> {
  const verdicts = await withinLimit(look).catch((error: unknown) => [explain(error)])
  return verdicts.map((verdict) => ({ check: name, ...verdict }))
}

async function withinLimit(look: Check['look']): Promise<Verdict[]> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    const sentence = `There was no answer within ${limit / 1000} seconds: try again, and see whether the disk or the network is at fault.`
    timer = setTimeout(() => reject(new StartError(sentence)), limit)
  })
  const looking = (async () => look())()
  return Promise.race([looking, tooLate]).finally(() => clearTimeout(timer))
}

function explain(error: unknown): Verdict {
  const code = error instanceof pg.DatabaseError ? error.code : undefined
  if (code === '42P01' || code === '42703') return isSchemaError
  if (code === '57014') {
    return {
      state: 'look',
      found: 'This took too long and was given up: try again when less is going on.',
    }
  }
  return { state: 'wrong', found: exitSentence(error).replaceAll(/\s*\n\s*/g, ' ') }
}

/** An older version's, which the row of the schema tells. */
export const isSchemaError: Verdict = {
  state: 'look',
  found: 'This could not be checked: the database has another schema, see there.',
}
