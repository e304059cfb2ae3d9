import addFormats from 'ajv-formats'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { z } from 'zod'
import type { TestApi } from '#test/support/test-api'

const schema = z.record(z.string(), z.unknown())
const examples = z.record(z.string(), z.object({ value: z.unknown() })).optional()
const content = z.record(
  z.string(),
  z
    .object({ schema, example: z.unknown().optional(), examples })
    .refine((given) => (given.example === undefined) !== (given.examples === undefined)),
)
const parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  schema: z.looseObject({ example: z.unknown() }),
})
const response = z.object({
  description: z.string(),
  /** Headers are required unless they say otherwise. */
  headers: z.record(z.string(), z.looseObject({ required: z.boolean().optional() })).optional(),
  content: content.optional(),
})
const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()).length(1),
  security: z.array(z.unknown()).optional(),
  parameters: z.array(parameter).default([]),
  requestBody: z.object({ required: z.boolean(), content }).optional(),
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
  /** The path in the document, relative to the API's root: '/customers/{id}'. */
  path: string
  /** The path on the server: '/api/v1/customers/{id}'. */
  address: string
  /** The operation's JSON pointer in the document. */
  pointer: string
}

/** Reads the document from the server, because that copy is what clients use. */
export async function readDocument(api: Pick<TestApi, 'call'>): Promise<Document> {
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

/** The keywords of a JSON schema that the mutations use. */
export type SchemaNode = z.output<typeof node>

/** Parses a schema and resolves its references. */
export function readSchema(schemaNode: unknown, definitions: Record<string, unknown>): SchemaNode {
  const { $ref, items, properties, ...rest } = node.parse(schemaNode)
  if ($ref) return readSchema(definitions[$ref.replace('#/components/schemas/', '')], definitions)
  return {
    ...rest,
    ...(items && { items: readSchema(items, definitions) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, child]) => [name, readSchema(child, definitions)]),
      ),
    }),
  }
}

export function isOfType({ type }: SchemaNode, name: string): boolean {
  return [type ?? []].flat().includes(name)
}

export type Schemas = {
  /** Validates a body, parameter or answer against the schema at a JSON pointer and lists the errors. */
  validate: (pointer: string, value: unknown) => string[]
}

/** Compiles validators from the document's schemas. */
export function compileSchemas(apiDocument: Document): Schemas {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(apiDocument, 'document')

  function validate(pointer: string, value: unknown): string[] {
    const validator: ValidateFunction | undefined = ajv.getSchema(`document${pointer}`)
    if (!validator) throw new Error(`The document has no schema at ${pointer}.`)
    if (validator(value)) return []
    return (validator.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
  }

  return { validate }
}

/**
 * Returns the document with schemas that forbid undocumented fields. Use it for answers, so that an extra
 * field such as a password hash is an error. Requests may have extra fields.
 */
export function forbidUnknownFields(apiDocument: Document): Document {
  return JSON.parse(JSON.stringify(apiDocument), (_key, value: unknown) =>
    typeof value === 'object' && value !== null && 'properties' in value
      ? { additionalProperties: false, ...value }
      : value,
  )
}

/** The examples of the request's body: one for each form that the body may have. */
export function bodyExamples({ requestBody }: Operation): unknown[] {
  const json = requestBody?.content['application/json']
  if (json?.examples) return Object.values(json.examples).map(({ value }) => value)
  return json ? [json.example] : []
}

export const bodyPointer = ({ pointer }: Operation) =>
  `${pointer}/requestBody/content/application~1json/schema`
