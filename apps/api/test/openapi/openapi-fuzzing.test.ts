import { afterAll, expect, test } from 'vitest'
import { readFingerprint } from '#test/support/database/database-contents'
import { call, startTestApi } from '#test/support/test-api'
import { faultsOfAnswer } from './answer-checks'
import { mutateCall } from './call-mutations'
import {
  forbidUnknownFields,
  compileSchemas,
  type Operation,
  operationsOf,
  readDocument,
} from './document-reader'
import { exampleCall, type TestCall } from './example-calls'
import { openExampleShop } from './example-shop'
import { malformedCalls } from './malformed-calls'

const api = await startTestApi()
afterAll(() => api.stop())
const shop = await openExampleShop(api)
const { ownersToken: token, blockedToken: strangersToken } = shop
const document = await readDocument(api)
const operations = operationsOf(document)
const schemas = compileSchemas(document)
const judge = { document, schemas: compileSchemas(forbidUnknownFields(document)) }
const sent = { accepted: 0, refused: 0 }

async function faultsOf(operation: Operation, sending: TestCall): Promise<string[]> {
  sent[sending.expected] += 1
  const answer = await call(api.url + sending.address, sending.options)
  const faults = faultsOfAnswer(judge, operation, sending, answer)
  return faults.map((fault) => `${sending.description}: ${fault}`)
}

/** Eight at a time. */
async function faultsOfAll(operation: Operation, sendings: TestCall[]): Promise<string[]> {
  const waiting = [...sendings]
  const faults: string[] = []
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      faults.push(...(await faultsOf(operation, next)))
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return faults
}

/** To hash a new password takes a third of a second, whatever the password. */
const fewOf = ({ operationId }: Operation) => (operationId === 'changePassword' ? 5 : Infinity)

const walks = operations.map((operation) => ({
  name: `${operation.operationId} (${operation.method} ${operation.path})`,
  operation,
  mutations: mutateCall({ operation, document, schemas, token }),
}))

test.each(walks)('$name takes its own example', async ({ operation }) => {
  const example = { description: 'example', ...exampleCall(operation, token) }
  const faults = await faultsOf(operation, { ...example, expected: 'accepted' })
  await shop.reset(operation)
  expect(faults).toEqual([])
})

test.each(walks)('$name takes what its document lets through', async (walk) => {
  const { operation, mutations } = walk
  const sendings = mutations
    .filter(({ expected }) => expected === 'accepted')
    .slice(0, fewOf(operation))
  const faults: string[] = []
  for (const sending of sendings) {
    faults.push(...(await faultsOf(operation, sending)))
    if (operation.method !== 'GET') await shop.reset(operation)
  }
  expect(faults).toEqual([])
})

// @holds asvs 2.2.1, 2.2.2, 15.3.5, 15.3.7
test.each(walks)('$name refuses all else, and then writes nothing', async (walk) => {
  const { operation, mutations } = walk
  const sendings = [
    ...mutations,
    ...malformedCalls(operation, operations, { token, strangersToken }),
  ].filter(({ expected }) => expected === 'refused')
  const before = await readFingerprint(api.pool)
  const faults = await faultsOfAll(operation, sendings)
  const after = await readFingerprint(api.pool)
  await shop.reset(operation)
  expect(faults).toEqual([])
  expect(after).toBe(before)
})

test('thousands of calls were sent', () => {
  expect(sent.refused).toBeGreaterThan(5_500)
  expect(sent.accepted).toBeGreaterThan(1_000)
})
