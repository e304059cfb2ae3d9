import { exampleCall, type TestCall } from './example-calls'
import type { Operation } from './document-reader'

type Tokens = { token: string; blockedToken: string }

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']
const unsupportedTypes = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=latin1',
  'application/json; charset=utf-16',
  'application/jsonp',
  '',
]

/**
 * Returns calls that are malformed as a whole, regardless of their fields. The API must refuse all of them.
 */
export function malformedCalls(operation: Operation, all: Operation[], tokens: Tokens): TestCall[] {
  const { token, blockedToken } = tokens
  const isOpen = operation.security?.length === 0
  const isAllowedForEveryRole =
    isOpen || ['verifySession', 'logout'].includes(operation.operationId)
  return [
    ...(isOpen ? [] : wrongTokens(operation, token)),
    ...(isAllowedForEveryRole
      ? []
      : [refusedCall(403, 'role 4', exampleCall(operation, blockedToken))]),
    ...(operation.requestBody?.content['application/json'] ? wrongBodies(operation, token) : []),
    ...wrongMethods(operation, all, token),
  ]
}

function wrongTokens(operation: Operation, token: string): TestCall[] {
  const values = ['', 'Bearer', 'Bearer null', 'Basic b3duZXI6eA==', token, `Bearer ${token}x`]
  const { address, options } = exampleCall(operation, token)
  const { token: _token, ...withoutToken } = options
  return values.map((authorization) =>
    refusedCall(401, `Authorization: ${authorization.slice(0, 20)}`, {
      address,
      options: {
        ...withoutToken,
        headers: { ...options.headers, ...(authorization && { authorization }) },
      },
    }),
  )
}

function wrongBodies(operation: Operation, token: string): TestCall[] {
  const { address, options } = exampleCall(operation, token)
  const json = String(options.body)
  // The API reads shorter bodies from unauthenticated callers: as much as an e-mail and a password need.
  const depth = operation.security?.length === 0 ? 1_000 : 50_000
  const malformed = [
    json.slice(0, -1),
    `${json}}`,
    json.replaceAll('"', "'"),
    '{"a":1,}',
    '{"a":NaN}',
    '{"a":0x10}',
    '\u0000',
    'undefined',
    '['.repeat(depth),
    '[]'.repeat(3),
  ]
  const deep = [`${'['.repeat(depth)}${']'.repeat(depth)}`]
  // Some bodies have only optional fields, and a body may have other fields.
  if (!['updateShop', 'postStockCount'].includes(operation.operationId)) {
    deep.push(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)
  }
  return [
    ...(operation.requestBody?.required
      ? [refusedCall(422, 'no body', { address, options: { ...options, body: undefined } })]
      : []),
    ...deep.map((body) =>
      refusedCall(422, 'a deep body', { address, options: { ...options, body } }),
    ),
    ...malformed.map((body) =>
      refusedCall(400, `the body ${body.slice(0, 20)}`, { address, options: { ...options, body } }),
    ),
    ...unsupportedTypes.map((type) =>
      refusedCall(415, `the type "${type}"`, {
        address,
        options: { ...options, headers: { ...options.headers, 'content-type': type } },
      }),
    ),
    ...['gzip', 'br-of-ours'].map((encoding) =>
      refusedCall(415, `the encoding ${encoding}`, {
        address,
        options: { ...options, headers: { ...options.headers, 'content-encoding': encoding } },
      }),
    ),
    refusedCall(413, 'a body that is too large', {
      address,
      options: { ...options, body: json.replace('{', `{"more":"${'x'.repeat(600_000)}",`) },
    }),
  ]
}

/** Returns calls by methods that the document does not describe at this path. */
function wrongMethods(operation: Operation, all: Operation[], token: string): TestCall[] {
  const { address } = exampleCall(operation, token)
  const [path] = address.split('?')
  const served = new Set(
    all.filter((other) => exampleCall(other, token).address.split('?')[0] === path),
  )
  const known = new Set([...served].map(({ method }) => method))
  return methods
    .filter((method) => !known.has(method))
    .map((method) => ({
      ...refusedCall(404, `method ${method}`, { address, options: { method, token } }),
      isOtherOperation: true,
    }))
}

function refusedCall(
  status: number,
  description: string,
  call: Pick<TestCall, 'address' | 'options'>,
): TestCall {
  return { description, ...call, expected: 'refused', status }
}
