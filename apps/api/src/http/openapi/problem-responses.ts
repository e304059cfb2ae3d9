import type { OpenAPIRegistry } from '@asteasolutions/zod-to-openapi'
import { toProblem } from '@/http/problem'
import { refusals } from './refusals'

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
