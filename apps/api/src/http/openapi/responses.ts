import type { OpenAPIRegistry } from '@asteasolutions/zod-to-openapi'
import { z } from 'zod'
import { AppError, invalidFields, noSuchRecord } from '#src/errors'
import { internalErrorMessage, toProblem } from '#src/http/problem'

type RefusalStatus = keyof typeof refusals

/** Every operation may answer with these. */
const commonStatuses = [400, 500, 503] as const

/** References to the error responses of an operation. */
export function problems(...statuses: RefusalStatus[]): Record<string, { $ref: string }> {
  return Object.fromEntries(
    [...statuses, ...commonStatuses].map((status) => [
      status,
      { $ref: `#/components/responses/${status}` },
    ]),
  )
}

export function registerProblems(registry: OpenAPIRegistry): void {
  registry.registerComponent('headers', 'X-Request-Id', {
    description: 'The id of this request in the log.',
    schema: { type: 'string', example: '0e0c1c2e-6f0f-4b58-9f5e-0f2f5f0a9d11' },
  })
  registry.registerComponent('headers', 'Retry-After', {
    description: 'Seconds after which the same request may succeed.',
    schema: { type: 'integer', minimum: 1, example: 5 },
  })
  for (const [status, { meaning, example }] of Object.entries(refusals)) {
    registry.registerComponent('responses', status, {
      description: meaning,
      headers: {
        'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
        ...(example.retryAfter !== undefined && {
          'Retry-After': { $ref: '#/components/headers/Retry-After' },
        }),
      },
      content: {
        'application/problem+json': {
          schema: { $ref: '#/components/schemas/Problem' },
          example: toProblem(example),
        },
      },
    })
  }
}

const message = 'Price must be a positive integer'
const range = 'startDate must not be after endDate'

/** The error responses: the meaning of each status, and an example. */
const refusals = {
  400: {
    meaning:
      'The body is not valid JSON, the query or the path is invalid, the list is too long to send, or the Host header names a host that is not allowed.',
    example: new AppError('malformed', range, { errors: [{ path: 'startDate', message: range }] }),
  },
  401: {
    meaning: 'The token is missing or no longer valid.',
    example: new AppError('unauthenticated', 'Please log in.'),
  },
  403: {
    meaning: "The account's role does not allow this, or another website sent the sign-in.",
    example: new AppError('forbidden', "You don't have permission to do this."),
  },
  404: {
    meaning: 'The record does not exist or is deleted.',
    example: noSuchRecord(),
  },
  409: {
    meaning:
      'The same `Idempotency-Key` was used with another body, another till has resumed the parked sale, or the books are closed up to a day on or after that of a record: `urn:stockie:problem:books-closed`.',
    example: new AppError('conflict', 'This Idempotency-Key was used with another body.'),
  },
  412: {
    meaning: 'The record has another version than `If-Match`. `current` is the record as it is.',
    example: new AppError('changed', 'This record was changed meanwhile.', {
      details: {
        current: { id: 1, name: 'Ada Fashola', version: 3 },
        changedAt: '2026-11-23T14:03:00.000Z',
        changedByName: 'Mia Castellano',
      },
    }),
  },
  413: {
    meaning: 'The body is too large.',
    example: new AppError('too_large', 'The body is too large.'),
  },
  415: {
    meaning: 'The body is not JSON in UTF-8, or it is compressed.',
    example: new AppError('unsupported_type', 'The body must be JSON: application/json.'),
  },
  422: {
    meaning: 'A field of the body is invalid. `errors` lists every invalid field.',
    example: invalidFields([{ path: 'price', message }]),
  },
  429: {
    meaning:
      'Too many failed attempts, or too many deleted and restored rows. `Retry-After` says when the next call is possible.',
    example: new AppError('too_many', 'Too many failed attempts. Please try again in 15 minutes.', {
      retryAfter: 900,
    }),
  },
  500: {
    meaning: 'The server failed.',
    example: new AppError('internal', internalErrorMessage),
  },
  503: {
    meaning:
      'The database is unreachable, busy, read-only or out of space, or too many long lists are being sent. `Retry-After` says when to try again.',
    example: new AppError('unavailable', 'The database cannot be reached.', { retryAfter: 5 }),
  },
} as const

/** A JSON body of a request or a response, with an example. */
export function json<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { description, content: { 'application/json': { schema, example: exampleOf(schema) } } }
}

/** The required body of a request. */
export function body<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { body: { required: true, ...json(description, schema) } }
}

/** The body of a request that may also have none. */
export function optionalBody<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { body: { required: false, ...json(description, schema) } }
}

/** The required body of a request that has one of several forms, with an example of each. */
export function alternativeBodies(
  description: string,
  schema: z.ZodType,
  forms: Record<string, z.ZodType>,
) {
  const examples = Object.entries(forms).map(([name, form]) => [name, { value: exampleOf(form) }])
  const content = { schema, examples: Object.fromEntries(examples) }
  return { body: { required: true, description, content: { 'application/json': content } } }
}

type Node = {
  $ref?: string
  example?: unknown
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
}

/** Builds an example from the examples of the contract's fields. */
function exampleOf(schema: z.ZodType): unknown {
  const jsonSchema = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const { $defs = {}, ...root }: Node & { $defs?: Record<string, Node> } = JSON.parse(
    JSON.stringify(jsonSchema),
  )
  return assemble(root, 'body', $defs)
}

function assemble(node: Node, name: string, named: Record<string, Node>): unknown {
  const { $ref, items, properties, anyOf } = node
  if ('example' in node) return node.example
  if (items) return [assemble(items, name, named)]
  if (properties) {
    const fields = Object.entries(properties)
    return Object.fromEntries(
      fields.map(([field, value]) => [field, assemble(value, field, named)]),
    )
  }
  if (anyOf?.[0]) return assemble(anyOf[0], name, named)
  const referred = named[$ref?.replace('#/$defs/', '') ?? '']
  if (!referred) throw new Error(`The contract has no example of "${name}".`)
  return assemble(referred, name, named)
}

/** The name of a resource in sentences: 'category', 'a category', 'categories'. */
export type Words = { singular: string; withArticle: string; plural: string }

/** Turns 'expense categories' into the tag 'Expense categories'. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Turns 'expense category' into the schema name 'ExpenseCategory'. */
export function typeName(text: string): string {
  return text.split(' ').map(capitalized).join('')
}
