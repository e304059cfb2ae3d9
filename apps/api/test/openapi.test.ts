import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from './test-api'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())

test('the OpenAPI document passes the recommended rules without an error or a warning', async () => {
  const { status, text } = await api.call('/openapi.json')
  expect(status).toBe(200)
  // Nothing that a caller does can go wrong with /livez and /readyz.
  const rules = { 'operation-4xx-response': 'off' } as const
  const config = await createConfig({ extends: ['recommended'], rules })
  const found = await lintFromString({ source: text, absoluteRef: 'openapi.json', config })
  expect(found.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
})

test('it names the calls, what they take and how they refuse', async () => {
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
      '/auth/password': {},
      '/readyz': {},
    },
  })
})
