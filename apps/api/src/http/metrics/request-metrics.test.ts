import { expect, test } from 'vitest'
import { describeHealth } from '#src/http/health'
import { createDocument } from '#src/http/openapi/document'
import { routesOf } from './request-metrics'

const document = createDocument([describeHealth])
const routeOf = routesOf({
  ...document,
  paths: {
    ...document.paths,
    '/products/summary': { get: {} },
    '/products/{id}/lines': { get: {} },
  },
})

test.each([
  ['/livez', '/livez'],
  ['/api/v1/products/summary?startDate=2026-11-21', '/api/v1/products/summary'],
  ['/API/v1/Products/Summary/', '/api/v1/products/summary'],
  ['/api/v1/products/7/lines', '/api/v1/products/{id}/lines'],
  ['/api/v1/products/%2e%2e/lines', '/api/v1/products/{id}/lines'],
  ['/api/v1/products/7/8/lines', 'other'],
  ['/api/v1/products/7/lines/more', 'other'],
  ['/api/v1/livez', 'other'],
  ['/', 'other'],
  ['', 'other'],
])('routesOf labels the address %j as %s', (address, route) => {
  expect(routeOf({ url: address })).toBe(route)
})
