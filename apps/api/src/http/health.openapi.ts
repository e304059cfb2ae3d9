import { z } from 'zod'
import type { Describe } from './openapi/describe'
import { json } from './openapi/json'

const state = z.string().meta({ description: '"ok", or what is wrong.', example: 'ok' })
const readiness = z.object({ status: state, database: state, schema: state, process: state })

// These two lie beside the API's root, not under it.
const servers = [{ url: '/', description: 'The host itself' }]

export const describeHealth: Describe = (registry) => {
  registry.registerPath({
    method: 'get',
    path: '/livez',
    operationId: 'getLiveness',
    summary: 'Whether the process lives',
    tags: ['Health'],
    security: [],
    servers,
    responses: { 200: json('It lives.', z.object({ status: state })) },
  })
  registry.registerPath({
    method: 'get',
    path: '/readyz',
    operationId: 'getReadiness',
    summary: 'Whether it can serve',
    tags: ['Health'],
    security: [],
    servers,
    responses: {
      200: json('It can serve.', readiness),
      503: json('It cannot: the database, its schema or a shutdown is in the way.', readiness),
    },
  })
}
