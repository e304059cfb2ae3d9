import { OpenAPIRegistry, OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi'
import { apiRoot, problem } from '@stockie/contracts'
import { registerProblems } from './problem-responses'

/** What one part of the API adds to the document. */
export type Describe = (registry: OpenAPIRegistry) => void

const tags = [
  { name: 'Sessions', description: 'Signing in, and the password that it takes.' },
  { name: 'Health', description: 'For whatever watches over the process.' },
]

/** The OpenAPI document, made from the contracts that the calls are parsed with. */
export function createDocument(describers: Describe[]): object {
  const registry = new OpenAPIRegistry()
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The token that a login answers.',
  })
  registerProblems(registry)
  for (const describe of describers) describe(registry)

  return new OpenApiGeneratorV31([
    { type: 'schema', schema: problem.meta({ id: 'Problem' }) },
    ...registry.definitions,
  ]).generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'Stockie',
      version: '1',
      description:
        'Sales, purchases, expenses and stock of a small shop. Refusals are RFC 9457 problems; every answer carries `X-Request-Id`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: apiRoot }],
    security: [{ bearer: [] }],
    tags,
  })
}
