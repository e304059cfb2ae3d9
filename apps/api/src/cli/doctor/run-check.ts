import pg from 'pg'
import { StartError } from '@/database/embedded/start-error'
import { exitSentence } from '@/main/exit-sentence'
import { anotherSchema } from './another-schema'
import type { Check, Finding, Verdict } from './finding'

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
  if (code === '42P01' || code === '42703') return anotherSchema
  if (code === '57014') {
    return {
      state: 'look',
      found: 'This took too long and was given up: try again when less is going on.',
    }
  }
  return { state: 'wrong', found: exitSentence(error).replaceAll(/\s*\n\s*/g, ' ') }
}
