import type { OpenAPIRegistry } from '@asteasolutions/zod-to-openapi'
import { z } from 'zod'
import { AppError } from '#src/errors'
import { toProblem } from '#src/http/problem'

type RefusalStatus = keyof typeof refusals

/** Any call can end in these. */
const always = [500, 503] as const

/** The refusals of an operation, as its responses name them. */
export function problems(...statuses: RefusalStatus[]): Record<string, { $ref: string }> {
  return Object.fromEntries(
    [...statuses, ...always].map((status) => [
      status,
      { $ref: `#/components/responses/${status}` },
    ]),
  )
}

export function registerProblems(registry: OpenAPIRegistry): void {
  registry.registerComponent('headers', 'X-Request-Id', {
    description: 'What the log calls this request.',
    schema: { type: 'string', example: '0e0c1c2e-6f0f-4b58-9f5e-0f2f5f0a9d11' },
  })
  registry.registerComponent('headers', 'Retry-After', {
    description: 'Seconds after which the same call may succeed.',
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

/** How a call can be refused: what the status means, and an example of it. */
const refusals = {
  400: {
    meaning:
      'The body is not valid JSON, the query or the path cannot be read, or a list is too long to be sent.',
    example: new AppError('malformed', range, { errors: [{ path: 'startDate', message: range }] }),
  },
  401: {
    meaning: 'No token, or one that does not count any more.',
    example: new AppError('unauthenticated', 'Please log in.'),
  },
  403: {
    meaning: "The account's role does not allow this.",
    example: new AppError('forbidden', "You don't have permission to do this."),
  },
  404: {
    meaning: 'There is no such record, or it is deleted.',
    example: new AppError('not_found', 'There is no such record.'),
  },
  409: {
    meaning: 'The same `Idempotency-Key` was sent with another body before.',
    example: new AppError('conflict', 'This Idempotency-Key was used with another body.'),
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
    meaning: 'The body breaks a rule; `errors` names every broken field.',
    example: new AppError('invalid', message, { errors: [{ path: 'price', message }] }),
  },
  429: {
    meaning: 'Too many failed attempts; `Retry-After` says when there may be another.',
    example: new AppError('too_many', 'Too many failed attempts. Please try again in 15 minutes.', {
      retryAfter: 900,
    }),
  },
  500: {
    meaning: 'A mistake of ours.',
    example: new AppError('internal', 'Something went wrong. The log knows more.'),
  },
  503: {
    meaning:
      'The database cannot be reached, is busy or has no space left; `Retry-After` says when to come back.',
    example: new AppError('unavailable', 'The database cannot be reached.', { retryAfter: 5 }),
  },
} as const

/** A body or an answer of JSON with an example, as the document says it. */
export function json<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { description, content: { 'application/json': { schema, example: exampleOf(schema) } } }
}

/** The body that a request must have. */
export function body<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { body: { required: true, ...json(description, schema) } }
}

type Node = {
  $ref?: string
  example?: unknown
  properties?: Record<string, Node>
  items?: Node
}

/** A whole example, put together from those that the contract gives of its fields. */
function exampleOf(schema: z.ZodType): unknown {
  const written = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const { $defs = {}, ...root }: Node & { $defs?: Record<string, Node> } = JSON.parse(
    JSON.stringify(written),
  )
  return assemble(root, 'body', $defs)
}

function assemble(node: Node, name: string, named: Record<string, Node>): unknown {
  const { $ref, items, properties } = node
  if ('example' in node) return node.example
  if (items) return [assemble(items, name, named)]
  if (properties) {
    const fields = Object.entries(properties)
    return Object.fromEntries(
      fields.map(([field, value]) => [field, assemble(value, field, named)]),
    )
  }
  const referred = named[$ref?.replace('#/$defs/', '') ?? '']
  if (!referred) throw new Error(`The contract gives no example of "${name}".`)
  return assemble(referred, name, named)
}

/** What is described, as a sentence says it: 'category', 'a category', 'categories'. */
export type Words = { one: string; a: string; many: string }

/** 'expense categories' stand under the tag 'Expense categories'. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** An 'expense category' is of the schema 'ExpenseCategory', and made by 'createExpenseCategory'. */
export function typeName(text: string): string {
  return text.split(' ').map(capitalized).join('')
}
