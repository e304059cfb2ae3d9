import { OpenAPIRegistry, OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi'
import { apiRoot, problem } from '@stockie/contracts'
import type { Describe } from './describe'
import { describeItself } from './describe-itself'
import { registerProblems } from './problem-responses'
import { tags } from './tags'

const description = `Sales, purchases, expenses and stock of a small shop.

Sign in with \`POST /auth/login\` and send the token as \`Authorization: Bearer <token>\`. Answers are
the data itself: a record, a plain array, or nothing. Refusals are RFC 9457 problems. Every answer
carries \`X-Request-Id\`, by which the log knows it. Fields that are not described are ignored, text is
trimmed, and an empty one that may be left out is null. Records are read as lists, not one by one.
No cache may keep an answer: whoever keeps a list asks with its \`ETag\` whether it holds.

Money is dollars: prices, costs and expenses whole ones, all else exact to the cent. Days are
\`yyyy-MM-dd\`, instants are in UTC. Whatever is deleted can be restored.`

export type ApiDocument = ReturnType<OpenApiGeneratorV31['generateDocument']>

/** The OpenAPI document, made from the contracts that the calls are parsed with. */
export function createDocument(describers: Describe[]): ApiDocument {
  const registry = new OpenAPIRegistry()
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The token that a login answers.',
  })
  registerProblems(registry)
  for (const describe of [...describers, describeItself]) describe(registry)

  return new OpenApiGeneratorV31([
    { type: 'schema', schema: problem.meta({ id: 'Problem' }) },
    ...registry.definitions,
  ]).generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'Stockie',
      version: '1',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: apiRoot }],
    security: [{ bearer: [] }],
    tags,
  })
}
