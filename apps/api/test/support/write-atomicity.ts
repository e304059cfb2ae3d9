import { isDeepStrictEqual } from 'node:util'
import { problem } from '@stockie/contracts'
import type { Pool } from 'pg'
import { type Contents, effectOf, readContents } from '#test/support/database/database-contents'
import type { DatabaseProxy, Moment } from '#test/support/database/database-proxy'
import type { Answer, call } from './http-clients'
import type { TestShop } from './test-shop'
import type { Write } from './write-cases'

type Tried = {
  api: { call: typeof call; pool: Pool; line: DatabaseProxy }
  shop: TestShop
  write: Write
}

/**
 * Breaks the connection to the database before and after every query of a write, and then calls again. Gives
 * what was not all or nothing, each as a sentence, and how often the write was answered as done.
 */
export async function breakAtEveryQuery({ api, shop, write }: Tried) {
  const wrong: string[] = []
  let acknowledged = 0

  function hold(what: string, isTrue: boolean, found: unknown = ''): void {
    if (isTrue) return
    const said = typeof found === 'string' ? found : JSON.stringify(found)
    wrong.push(`${write.method} ${write.path} ${write.variant}: ${what}: ${said}`)
  }
  async function answerOf(call: () => Promise<Answer>): Promise<Answer> {
    const answer = await call()
    if (answer.status < 300) acknowledged += 1
    return answer
  }

  async function breakAndRepeat(query: number, moment: Moment, done: boolean, whole: Contents) {
    const at = `${moment} query ${query}`
    const call = await write.prepare(api, shop)
    const before = await readContents(api.pool)
    api.line.queries.breakAt(query, moment)
    const outcome = outcomeOf(await answerOf(call))
    api.line.queries.stop()
    const effect = effectOf(before, await readContents(api.pool))
    hold(`all or nothing ${at}`, isDeepStrictEqual(effect, done ? whole : {}), effect)
    // With a key the API finds out itself that it had succeeded.
    hold(`told ${at}`, outcome === (done && write.variant !== '' ? 'done' : 'unavailable'), outcome)

    const repeated = await answerOf(call)
    const foundNothing = done && write.again === 'nothing' && repeated.status === 404
    hold(`done again ${at}`, foundNothing || outcomeOf(repeated) === 'done', repeated.text)
    // A second record is what was asked for, without a key.
    if (done && write.again === 'another') return
    const both = effectOf(before, await readContents(api.pool))
    hold(`one effect ${at}`, isDeepStrictEqual(both, whole), both)
  }

  const call = await write.prepare(api, shop)
  const before = await readContents(api.pool)
  api.line.queries.breakAt(Infinity, 'before')
  const outcome = outcomeOf(await answerOf(call))
  const queries = api.line.queries.stop()
  const whole = effectOf(before, await readContents(api.pool))
  hold('done where nothing breaks', outcome === 'done', outcome)
  hold('has an effect', !isDeepStrictEqual(whole, {}))
  hold('asks the database', queries > 0)

  for (let query = 1; query <= queries; query += 1) {
    for (const moment of ['before', 'after'] as const) {
      // Only what was done at last can be done although nobody heard of it.
      await breakAndRepeat(query, moment, query === queries && moment === 'after', whole)
    }
  }
  await shop.stock()
  return { wrong, acknowledged }
}

/** That it was done, that the database cannot be reached, as this is told, or whatever else. */
function outcomeOf({ status, headers, text, body }: Answer): string {
  if (status < 300) return 'done'
  const expected =
    status === 503 &&
    headers.get('content-type')?.startsWith('application/problem+json') &&
    headers.get('retry-after') === '5' &&
    problem.parse(body).detail === 'The database cannot be reached.'
  return expected ? 'unavailable' : `${status} ${text}`
}
