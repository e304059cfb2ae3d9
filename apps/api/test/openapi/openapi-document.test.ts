import { createConfig, lintFromString } from '@redocly/openapi-core'
import { unattendedHeader } from '@stockie/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationsOf, readDocument } from './document-reader'
import { watchRoutes } from './served-routes'
import { startTestApi, type TestApi } from '#test/support/test-api'

let api: TestApi
const servedRoutes = watchRoutes()
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())

test('the OpenAPI document passes the recommended rules without an error or a warning @long', async () => {
  const { status, text } = await api.call('/openapi.json')
  expect(status).toBe(200)
  // No request to /livez or /readyz can cause a 4xx.
  const rules = {
    'operation-4xx-response': 'off',
    // No backup is called "jobs".
    'no-ambiguous-paths': 'off',
  } as const
  const config = await createConfig({ extends: ['recommended'], rules })
  const found = await lintFromString({ source: text, absoluteRef: 'openapi.json', config })
  expect(found.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
})

// @holds asvs 2.1.1
test('the OpenAPI document describes the authentication calls, the body of a log-in and its error answers', async () => {
  const { body } = await api.call('/openapi.json')
  expect(body).toMatchObject({
    openapi: '3.1.0',
    servers: [{ url: '/api/v1' }],
    components: { schemas: { Problem: { required: ['type', 'title', 'status', 'detail'] } } },
    paths: {
      '/auth/login': {
        post: {
          requestBody: {
            content: {
              'application/json': { schema: { required: ['email', 'password'] } },
            },
          },
          responses: { 401: { $ref: '#/components/responses/401' } },
        },
      },
      '/auth/verify': {},
      '/auth/logout': {},
      '/auth/password': {},
      '/readyz': {},
    },
  })
})

test('the OpenAPI document names the header of a call that no user caused', async () => {
  const { body } = await api.call('/openapi.json')
  expect(body).toMatchObject({
    info: { description: expect.stringContaining(`\`${unattendedHeader}: 1\``) },
  })
})

test('the OpenAPI document describes exactly the routes that the server serves', async () => {
  const described = operationsOf(await readDocument(api)).map(
    ({ method, address }) => `${method} ${address}`,
  )
  expect(described.toSorted()).toEqual(servedRoutes().toSorted())
})

test('every operation of the OpenAPI document has a unique id and a described tag', async () => {
  const document = await readDocument(api)
  const operations = operationsOf(document)
  const tags = new Set(operations.flatMap((operation) => operation.tags))
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  expect(document.tags.map(({ name }) => name).toSorted()).toEqual([...tags].toSorted())
})
