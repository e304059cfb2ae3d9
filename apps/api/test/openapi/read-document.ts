import { z } from 'zod'
import type { TestApi } from '#test/test-api'

const schema = z.record(z.string(), z.unknown())
const content = z.record(z.string(), z.object({ schema, example: z.unknown() }))
const parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  schema: z.looseObject({ example: z.unknown() }),
})
const response = z.object({
  description: z.string(),
  /** Each is there always, unless it says otherwise. */
  headers: z.record(z.string(), z.looseObject({ required: z.boolean().optional() })).optional(),
  content: content.optional(),
})
const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()).length(1),
  security: z.array(z.unknown()).optional(),
  parameters: z.array(parameter).default([]),
  requestBody: z.object({ required: z.literal(true), content }).optional(),
  responses: z.record(z.string(), z.union([z.object({ $ref: z.string() }), response])),
  servers: z.array(z.object({ url: z.string() })).optional(),
})
const document = z.looseObject({
  openapi: z.string(),
  servers: z.tuple([z.object({ url: z.string() })]),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({
    schemas: z.record(z.string(), z.unknown()),
    responses: z.record(z.string(), response),
  }),
})

export type Document = z.output<typeof document>
export type Parameter = z.output<typeof parameter>
export type Operation = z.output<typeof operation> & {
  method: string
  /** As the document says it, below the API's root: '/customers/{id}'. */
  path: string
  /** As it is served: '/api/v1/customers/{id}'. */
  address: string
  /** Of the operation in the document, as a JSON pointer. */
  pointer: string
}

/** The document as it is served, for it is what callers go by. */
export async function readDocument(api: TestApi): Promise<Document> {
  return document.parse((await api.call('/openapi.json')).body)
}

export function operationsOf({ paths, servers }: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, call]) => ({
      ...call,
      method: method.toUpperCase(),
      path,
      address: call.servers ? path : servers[0].url + path,
      pointer: `#/paths/${path.replaceAll('/', '~1')}/${method}`,
    })),
  )
}
