import { once } from 'node:events'
import http, { createServer, type IncomingMessage } from 'node:http'
import { apiRoot } from '@stockie/contracts'
import type { QueryResultRow } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ListQuery } from '#src/database/sql/list-query'
import { type RunStatement, runOnPrimary } from '#src/database/sql/list-reader'
import { createApiRouter } from '#src/http/api-router'
import { createAccounts } from '#src/http/authentication'
import {
  createCachedListReader,
  createMemory,
  listCacheLimits,
} from '#src/http/endpoints/list-etag-cache'
import { createListAnswerer, listEndpoint } from '#src/http/endpoints/list-endpoints'
import { createListMemory } from '#src/http/endpoints/list-memory'
import { createSendError } from '#src/http/problem'
import { createLog } from '#src/server/log'
import { listen, startTestApi } from '#test/support/test-api'
import { createUser } from '#test/support/test-users'

/** Lists of 20 MB, more than the buffers of a socket hold, so that a client can read them slowly. */
const longList = (number: string): ListQuery => ({
  name: 'long list',
  text: `select repeat('x', 1000) as row from generate_series(1, 20000 + 0 * $1::int)`,
  values: [number],
  sources: ['customers'],
})

const sizeOf = ({ headers }: IncomingMessage) => Number(headers['content-length'])

/** Serves them with memory for three that are sent, or for one of these and one that is read. */
async function startLists() {
  const api = await startTestApi()
  onTestFinished(() => api.stop())
  const short = createListMemory({ total: 100_000_000, perAccount: 100_000_000 })
  const long = createListMemory({ total: 120_000_000, perAccount: 200_000_000, waitMs: 60_000 })
  const { pool } = api
  const answerList = createListAnswerer({ pool, timeZone: 'UTC', memory: { short, long } })
  const list = listEndpoint(answerList, {
    path: 'long',
    list: ({ query }) => longList(String(query.number)),
  })
  const router = createApiRouter({
    endpoints: [list],
    accounts: createAccounts({ ...api, activity: { note: () => {} } }),
    sendError: createSendError(createLog('silent', process.stderr)),
    audit: api.audit,
  })
  const server = createServer((request, response) => void router(request, response))
  const url = await listen(server)
  onTestFinished(() => void server.close())
  const sign = async (role = 1) => {
    const { id } = await createUser(pool, role)
    return api.tokens.sign({ userId: id, version: 0 })
  }

  /** Returns an answer of which the client has read only the headers. */
  async function open(token: string, number: number, etag = ''): Promise<IncomingMessage> {
    const headers = { authorization: `Bearer ${token}`, 'if-none-match': etag }
    const request = http.get(`${url}${apiRoot}/long?number=${number}`, { headers, agent: false })
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    onTestFinished(() => void answer.destroy())
    answer.on('error', () => {})
    return answer
  }
  const used = () => ({ short: short.used(), long: long.used() })
  return { open, sign, used, long }
}

// @holds asvs 15.2.2, asvs 1.4.3
test('ten slow readers of one long list share its memory, which is free again after they disconnect @long', async () => {
  const { open, sign, used } = await startLists()
  const tokens = [await sign(), await sign()]
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, reader) => open(tokens[reader % 2] ?? '', 1)),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  const [size = 0, ...others] = answers.map(sizeOf)
  expect(size).toBeGreaterThan(20_000_000)
  expect(others).toEqual(others.map(() => size))
  expect(used()).toEqual({ short: 0, long: 2 * size })
  for (const answer of answers) answer.destroy()
  await vi.waitFor(() => expect(used()).toEqual({ short: 0, long: 0 }), 10_000)
})

// @holds asvs 15.2.2
test('a long list is read only when the lists that are being sent leave memory for it @long', async () => {
  const { open, sign, used, long } = await startLists()
  const token = await sign()
  const reserve = vi.spyOn(long, 'reserve')
  const first = await open(token, 1)
  const second = await open(token, 2)
  const size = sizeOf(first)
  const third = open(token, 3)
  await vi.waitFor(() => expect(reserve).toHaveBeenCalledTimes(3), 10_000)
  await vi.waitFor(() => expect(used()).toEqual({ short: 0, long: 4 * size }), 10_000)
  second.destroy()
  expect((await third).statusCode).toBe(200)
  expect(used()).toEqual({ short: 0, long: 4 * size })
})

test('a long list that is in memory is not read again by a caller whose read found it too long for the cache', async () => {
  const { pool, stop } = await startTestApi()
  onTestFinished(stop)
  const memory = createMemory()
  const runNow = runOnPrimary(pool)
  let shortReads = 0
  const runSlowly = async <Row extends QueryResultRow>(
    statement: Parameters<RunStatement>[0],
    caller: Parameters<RunStatement>[1],
  ) => {
    const rows = await runNow<Row>(statement, caller)
    const isShort = statement.values?.at(-1) === listCacheLimits.maxListBytes
    if (isShort) shortReads += 1
    // The first caller has the whole list before the second one learns how long it is.
    if (isShort && shortReads === 2) await first
    return rows
  }
  const readList = createCachedListReader(runSlowly, { memory })
  const { id } = await createUser(pool, 1)
  const caller = { userId: id, version: 0, session: Buffer.alloc(0), roles: [1], known: [] }
  const first = readList(longList('1'), caller)
  const second = readList(longList('1'), caller)
  const { rows } = await first
  // Compared here, because a message with both lists would take all memory.
  expect((await second).rows === rows).toBe(true)
  expect(shortReads).toBe(2)
  expect(memory.long.used()).toBe(2 * (rows?.body.plain.length ?? 0))
})

test('a long list that the caller has, or may not read, takes no memory @long', async () => {
  const { open, sign, used } = await startLists()
  const token = await sign()
  const slow = await open(token, 1)
  const { etag } = slow.headers
  expect((await open(token, 1, etag)).statusCode).toBe(304)
  expect((await open(await sign(4), 1)).statusCode).toBe(403)
  expect((await open(await sign(4), 1, etag)).statusCode).toBe(403)
  expect(used()).toEqual({ short: 0, long: 2 * sizeOf(slow) })
  let bytes = 0
  for await (const chunk of slow) bytes += (chunk as Buffer).length
  expect(bytes).toBe(sizeOf(slow))
  await vi.waitFor(() => expect(used()).toEqual({ short: 0, long: 0 }), 10_000)
  expect((await open(token, 1, etag)).statusCode).toBe(304)
  expect(used()).toEqual({ short: 0, long: 0 })
})
