import { afterAll, expect, test } from 'vitest'
import { readFingerprint } from '#test/support/database/database-contents'
import { longUnless } from '#test/support/long-form'
import { call, startTestApi } from '#test/support/test-api'
import { checkAnswer } from './answer-checks'
import { mutateCall } from './call-mutations'
import {
  bodyExamples,
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
const { ownersToken: token, blockedToken } = shop
const document = await readDocument(api)
const operations = operationsOf(document)
const schemas = compileSchemas(document)
const contract = { document, schemas: compileSchemas(forbidUnknownFields(document)) }
const sent = { accepted: 0, refused: 0 }

async function sendAndCheck(operation: Operation, testCall: TestCall): Promise<string[]> {
  sent[testCall.expected] += 1
  const answer = await call(api.url + testCall.address, testCall.options)
  const faults = checkAnswer(contract, operation, testCall, answer)
  return faults.map((fault) => `${testCall.description}: ${fault}`)
}

/** Sends eight calls at a time. */
async function sendAndCheckAll(operation: Operation, calls: TestCall[]): Promise<string[]> {
  const waiting = [...calls]
  const faults: string[] = []
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      faults.push(...(await sendAndCheck(operation, next)))
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return faults
}

const cases = operations.map((operation) => ({
  name: `${operation.operationId} (${operation.method} ${operation.path})`,
  operation,
  mutations: mutateCall({ operation, document, schemas, token }),
}))

/**
 * A code counts only at its moment and for its secret: accounts/second-factor.test.ts sends right ones. A ticket
 * works once: backup/shop-backups.test.ts has fresh ones.
 */
const singleUse = ['confirmSecondFactor', 'renewRecoveryCodes', 'turnOffSecondFactor', 'download']
const acceptable = cases.filter(({ operation }) => !singleUse.includes(operation.operationId))

test.each(acceptable)('$name accepts its documented example', async ({ operation }) => {
  const bodies = bodyExamples(operation).map((body) => ({ body: JSON.stringify(body) }))
  for (const changes of bodies.length > 1 ? bodies : [{}]) {
    const example = { description: 'example', ...exampleCall(operation, token, changes) }
    const faults = await sendAndCheck(operation, { ...example, expected: 'accepted' })
    await shop.reset(operation)
    expect(faults).toEqual([])
  }
})

/** The short form of `npm test` sends accepted mutations of these, and the examples of all. */
const inShortForm = /^(login|(create|update)(Product|Sale|Purchase|Customer|Expense|User)) /

for (const { name, operation, mutations } of acceptable) {
  test(`${name} accepts every mutated call that the OpenAPI document allows${longUnless(inShortForm.test(name))}`, async () => {
    const calls = mutations.filter(({ expected }) => expected === 'accepted')
    const faults: string[] = []
    for (const testCall of calls) {
      faults.push(...(await sendAndCheck(operation, testCall)))
      if (operation.method !== 'GET') await shop.reset(operation)
    }
    expect(faults).toEqual([])
  })
}

for (const { name, operation, mutations } of cases) {
  // @holds asvs 2.2.1, 2.2.2, 15.3.5, 15.3.7
  test(`${name} refuses every mutated or malformed call that it must not accept, and writes nothing${longUnless(operation.method !== 'GET')}`, async () => {
    const calls = [
      ...mutations,
      ...malformedCalls(operation, operations, { token, blockedToken }),
    ].filter(({ expected }) => expected === 'refused')
    const before = await readFingerprint(api.pool)
    const faults = await sendAndCheckAll(operation, calls)
    const after = await readFingerprint(api.pool)
    await shop.reset(operation)
    expect(faults).toEqual([])
    expect(after).toBe(before)
  })
}

test('the OpenAPI fuzzing sends thousands of refused and hundreds of accepted calls', () => {
  expect(sent.refused).toBeGreaterThan(5_500)
  expect(sent.accepted).toBeGreaterThan(700)
})
