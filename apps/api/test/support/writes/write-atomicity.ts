import { isDeepStrictEqual } from 'node:util'
import { problem } from '@stockie/contracts'
import type { Pool } from 'pg'
import { type Contents, effectOf, readContents } from '#test/support/database/database-contents'
import type { DatabaseProxy, QueryPhase } from '#test/support/database/database-proxy'
import type { Answer, call } from '#test/support/http-clients'
import type { TestShop } from '#test/support/test-shop'
import type { WriteCase } from './write-cases'

type AtomicityCase = {
  api: { call: typeof call; pool: Pool; databaseProxy: DatabaseProxy }
  shop: TestShop
  write: WriteCase
}

/**
 * Breaks the database connection before and after every query of a write, then repeats the call. Returns each
 * violation of atomicity as a sentence, and how often the write was answered with success.
 */
export async function breakAtEveryQuery({ api, shop, write }: AtomicityCase) {
  const violations: string[] = []
  let acknowledged = 0

  function check(rule: string, isMet: boolean, actual: unknown = ''): void {
    if (isMet) return
    const details = typeof actual === 'string' ? actual : JSON.stringify(actual)
    violations.push(`${write.method} ${write.path} ${write.variant}: ${rule}: ${details}`)
  }
  async function callAndCount(call: () => Promise<Answer>): Promise<Answer> {
    const answer = await call()
    if (answer.status < 300) acknowledged += 1
    return answer
  }

  async function breakAndRepeat(
    query: number,
    moment: QueryPhase,
    isCommitted: boolean,
    fullEffect: Contents,
  ) {
    const at = `${moment} query ${query}`
    const call = await write.prepare(api, shop)
    const before = await readContents(api.pool)
    api.databaseProxy.queries.breakAt(query, moment)
    const outcome = outcomeOf(await callAndCount(call))
    api.databaseProxy.queries.stop()
    const effect = effectOf(before, await readContents(api.pool))
    check(`all or nothing ${at}`, isDeepStrictEqual(effect, isCommitted ? fullEffect : {}), effect)
    const hasKey = write.variant.endsWith('with an Idempotency-Key')
    // With an idempotency key the API retries and learns that the write had committed.
    check(
      `answered truthfully ${at}`,
      outcome === (isCommitted && hasKey ? 'done' : 'unavailable'),
      outcome,
    )

    const repeated = await callAndCount(call)
    // The record is gone, taken or has another version, or the e-mail of the account is taken.
    const foundNothing =
      isCommitted && write.onRepeat === 'nothing' && [404, 409, 412, 422].includes(repeated.status)
    check(
      `the repeated call succeeds ${at}`,
      foundNothing || outcomeOf(repeated) === 'done',
      repeated.text,
    )
    // Without a key the repeated call creates a second record, as it should.
    if (isCommitted && write.onRepeat === 'another') return
    const totalEffect = effectOf(before, await readContents(api.pool))
    check(`applied once ${at}`, isDeepStrictEqual(totalEffect, fullEffect), totalEffect)
  }

  const call = await write.prepare(api, shop)
  const before = await readContents(api.pool)
  api.databaseProxy.queries.breakAt(Infinity, 'before')
  const outcome = outcomeOf(await callAndCount(call))
  const queries = api.databaseProxy.queries.stop()
  const fullEffect = effectOf(before, await readContents(api.pool))
  check('succeeds on an intact connection', outcome === 'done', outcome)
  check('has an effect', !isDeepStrictEqual(fullEffect, {}))
  check('queries the database', queries > 0)

  for (let query = 1; query <= queries; query += 1) {
    for (const moment of ['before', 'after'] as const) {
      // Only if the answer to the last query is lost can the write be committed without an acknowledgement.
      await breakAndRepeat(query, moment, query === queries && moment === 'after', fullEffect)
    }
  }
  await shop.stock()
  return { wrong: violations, acknowledged }
}

/** Classifies an answer: success, the documented 503 for an unreachable database, or the raw answer. */
function outcomeOf({ status, headers, text, body }: Answer): string {
  if (status < 300) return 'done'
  const expected =
    status === 503 &&
    headers.get('content-type')?.startsWith('application/problem+json') &&
    headers.get('retry-after') === '5' &&
    problem.parse(body).detail === 'The database cannot be reached.'
  return expected ? 'unavailable' : `${status} ${text}`
}
