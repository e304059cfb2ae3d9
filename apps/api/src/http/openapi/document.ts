import { OpenApiGeneratorV31, OpenAPIRegistry } from '@asteasolutions/zod-to-openapi'
import { apiRoot, problem, seenHeader, unattendedHeader } from '@stockie/contracts'
import { z } from 'zod'
import type { Endpoint } from '#src/http/api-router'
import { type JsonBody, toJsonBody } from '#src/http/response-body'
import { json, problems, registerProblems } from './responses'

const description = `Sales, purchases, expenses and stock of a small shop.

Sign in with \`POST /auth/login\` and send the token as \`Authorization: Bearer <token>\`. A response
body is the data itself: a record or a plain array. Errors are RFC 9457 problems. Every response has
the header \`X-Request-Id\`, which is the id of the request in the log. The server ignores unknown
fields, trims text, and stores an empty optional text as null. Records are read as lists; only a sale
can also be read by its id. Shared caches must not store responses. To reuse a list, send its \`ETag\` in \`If-None-Match\`.

A session counts as used with each call, and the shop may end unused ones. A client that calls by itself, while no user is
there, sends the header \`${unattendedHeader}: 1\`. Such a call does not count.

A shop may read lists and reports from a standby of its database. Then they have the header \`${seenHeader}\`. Send back the
highest that you have seen since your last write, and no answer is older than what you have seen. An answer without the
header counts like a write: send nothing until an answer has the header again. Without it, the primary answers.

Money is in dollars. Prices, costs and expenses are whole dollars; all other amounts are exact to the
cent. Days are \`yyyy-MM-dd\`, and times are in UTC. Deleted records can be restored.`

export type ApiDocument = ReturnType<OpenApiGeneratorV31['generateDocument']>

/** Generates the OpenAPI document from the same contracts that parse the requests. */
export function createDocument(describers: Describe[]): ApiDocument {
  const registry = new OpenAPIRegistry()
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The token from the response of the login.',
  })
  registerProblems(registry)
  for (const describe of [...describers, describeOpenApi]) describe(registry)

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

const describeOpenApi: Describe = (registry) => {
  registry.registerPath({
    method: 'get',
    path: '/openapi.json',
    operationId: 'getOpenApi',
    summary: 'Get this document',
    tags: ['OpenAPI'],
    security: [],
    responses: { 200: json('The OpenAPI 3.1 document.', schema), ...problems() },
  })
}

/** The parts of the API, in the order of the document. */
const tags = [
  { name: 'Sessions', description: 'Signing in and out, and changing the password.' },
  { name: 'Users', description: 'The accounts of the shop.' },
  { name: 'Shop', description: 'The settings of the shop.' },
  { name: 'Books', description: 'The day up to which nothing can be written.' },
  { name: 'Backups', description: 'The backups of the shop, and making one now.' },
  { name: 'Imports', description: 'Records from files, with a preview, and undoing an import.' },
  {
    name: 'Downloads',
    description: 'Everything of the shop in one file, and the links that files are downloaded by.',
  },
  { name: 'Products', description: 'The products that the shop sells, and their stock.' },
  { name: 'Categories', description: 'Groups of products.' },
  { name: 'Sales', description: 'Sales to customers. A sale reduces the stock.' },
  {
    name: 'Returns',
    description: 'Items of sales that came back. They lower the totals of their own day.',
  },
  {
    name: 'Parked sales',
    description: 'Sales that are not recorded yet, for every till. They move no stock.',
  },
  { name: 'Purchases', description: 'Purchases from suppliers. A purchase increases the stock.' },
  { name: 'Customers', description: 'The customers of the shop.' },
  { name: 'Suppliers', description: 'The suppliers of the shop.' },
  { name: 'Expenses', description: 'Other costs of the shop.' },
  { name: 'Expense categories', description: 'Groups of expenses.' },
  { name: 'Reports', description: 'Totals of sales, purchases, expenses and products.' },
  { name: 'Day sheets', description: 'The figures of one day, and its cash counts.' },
  { name: 'Stock', description: 'The ledger, which records every change of a stock.' },
  { name: 'Stock counts', description: 'What staff counted, and the correction of the stock.' },
  { name: 'Activity', description: 'What the users did. It never changes.' },
  { name: 'Deleted', description: 'All deleted records. Only the owner can see them.' },
  { name: 'Changes', description: 'Finding out whether any list has changed.' },
  { name: 'OpenAPI', description: 'This document.' },
  { name: 'Health', description: 'Checks for monitoring tools and load balancers.' },
]

/** Adds one part of the API to the document. */
export type Describe = (registry: OpenAPIRegistry) => void

/** Serves the document. Generates it for the first request: it takes a sixth of the time to load the program. */
export function documentEndpoint(getDocument: () => ApiDocument): Endpoint {
  let body: JsonBody | undefined
  return {
    method: 'GET',
    path: 'openapi.json',
    auth: 'public',
    read: () => undefined,
    answer: async () => ({ status: 200, body: (body ??= toJsonBody(getDocument())) }),
  }
}
