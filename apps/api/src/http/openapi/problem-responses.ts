import type { OpenAPIRegistry } from '@asteasolutions/zod-to-openapi'

const meanings = {
  400: 'The body is not valid JSON, or the query cannot be read.',
  401: 'No token, or one that does not count any more.',
  403: "The account's role does not allow this.",
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'The body breaks a rule; `errors` names every broken field.',
  429: 'Too many failed attempts; `Retry-After` says when there may be another.',
  500: 'A mistake of ours.',
  503: 'The database cannot be reached, or too much is asked at once; `Retry-After` says when to come back.',
} as const

type ProblemStatus = keyof typeof meanings

/** Any call can end in these. */
const always = [500, 503] as const

/** The refusals of an operation, as its responses name them. */
export function problems(...statuses: ProblemStatus[]): Record<string, { $ref: string }> {
  return Object.fromEntries(
    [...statuses, ...always].map((status) => [
      status,
      { $ref: `#/components/responses/${status}` },
    ]),
  )
}

export function registerProblems(registry: OpenAPIRegistry): void {
  for (const [status, description] of Object.entries(meanings)) {
    registry.registerComponent('responses', status, {
      description,
      content: {
        'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
      },
    })
  }
}
