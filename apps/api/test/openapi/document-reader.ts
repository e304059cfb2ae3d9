import addFormats from 'ajv-formats'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { z } from 'zod'
import type { TestApi } from '#test/support/test-api'

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

const keywords = z.object({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
})
const node = keywords.extend({
  get items() {
    return node.optional()
  },
  get properties() {
    return z.record(z.string(), node).optional()
  },
})

/** What the walk reads of a JSON schema. */
export type SchemaNode = z.output<typeof node>

/** A schema of the document with those that it names in their places. */
export function readSchema(unread: unknown, named: Record<string, unknown>): SchemaNode {
  const { $ref, items, properties, ...rest } = node.parse(unread)
  if ($ref) return readSchema(named[$ref.replace('#/components/schemas/', '')], named)
  return {
    ...rest,
    ...(items && { items: readSchema(items, named) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, child]) => [name, readSchema(child, named)]),
      ),
    }),
  }
}

export function isOfType({ type }: SchemaNode, name: string): boolean {
  return [type ?? []].flat().includes(name)
}

export type Schemas = {
  /** What is wrong with a body, a parameter or an answer by the schema at a place of the document. */
  faultsOf: (pointer: string, value: unknown) => string[]
}

/** The document's own schemas as judges. */
export function compileSchemas(apiDocument: Document): Schemas {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(apiDocument, 'document')

  function faultsOf(pointer: string, value: unknown): string[] {
    const validate: ValidateFunction | undefined = ajv.getSchema(`document${pointer}`)
    if (!validate) throw new Error(`The document has no schema at ${pointer}.`)
    if (validate(value)) return []
    return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
  }

  return { faultsOf }
}

/**
 * The same document, whose answers may hold nothing that it does not name: a field too many, such
 * as a password's hash, is a fault of an answer. What callers send may hold anything more.
 */
export function forbidUnknownFields(apiDocument: Document): Document {
  return JSON.parse(JSON.stringify(apiDocument), (_key, value: unknown) =>
    typeof value === 'object' && value !== null && 'properties' in value
      ? { additionalProperties: false, ...value }
      : value,
  )
}

export const bodyPointer = ({ pointer }: Operation) =>
  `${pointer}/requestBody/content/application~1json/schema`
