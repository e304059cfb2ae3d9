import { z } from 'zod'
import type { Describe } from './describe'
import { json } from './json'
import { problems } from './problem-responses'

const schema = z.looseObject({ openapi: z.string().meta({ example: '3.1.0' }) })

export const describeItself: Describe = (registry) => {
  registry.registerPath({
    method: 'get',
    path: '/openapi.json',
    operationId: 'getOpenApi',
    summary: 'This document',
    tags: ['OpenAPI'],
    security: [],
    responses: { 200: json('OpenAPI 3.1.', schema), ...problems() },
  })
}
