import { OpenApiGeneratorV31, OpenAPIRegistry } from '@asteasolutions/zod-to-openapi'
import { apiRoot, problem } from '@stockie/contracts'
import { z } from 'zod'
import type { Endpoint } from '#src/http/endpoint'
import { toJsonBody } from '#src/http/response-body'
import { json, problems, registerProblems } from './responses'

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

const schema = z.looseObject({ openapi: z.string().meta({ example: '3.1.0' }) })

const describeItself: Describe = (registry) => {
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

/** The parts of the API, in the order in which the document tells them. */
const tags = [
  { name: 'Sessions', description: 'Signing in, and the password that it takes.' },
  { name: 'Products', description: 'What the shop sells, and how much of it there is.' },
  { name: 'Categories', description: 'What products are sorted by.' },
  { name: 'Sales', description: 'What customers bought. A sale takes from the stock.' },
  { name: 'Purchases', description: 'What was bought of suppliers. A purchase adds to the stock.' },
  { name: 'Customers', description: 'Whom the shop sells to.' },
  { name: 'Suppliers', description: 'Whom the shop buys from.' },
  { name: 'Expenses', description: 'What else the shop pays for.' },
  { name: 'Expense categories', description: 'What expenses are sorted by.' },
  { name: 'Reports', description: 'What it all comes to.' },
  { name: 'Stock', description: 'The ledger that every change of a stock stands in.' },
  { name: 'Deleted', description: 'Everything that is deleted, for the owner to bring back.' },
  { name: 'OpenAPI', description: 'What you are reading.' },
  { name: 'Health', description: 'For whatever watches over the process.' },
]

/** What one part of the API adds to the document. */
export type Describe = (registry: OpenAPIRegistry) => void

/** Serves the document itself. */
export function documentEndpoint(document: ApiDocument): Endpoint {
  const body = toJsonBody(document)
  return {
    method: 'GET',
    path: 'openapi.json',
    auth: 'public',
    read: () => undefined,
    answer: async () => ({ status: 200, body }),
  }
}
