import { smallPng } from '#test/support/pictures'
import type { CallOptions } from '#test/support/test-api'
import { bodyExamples, type Operation, type Parameter } from './document-reader'

/** A call, and whether the API must accept it. */
export type TestCall = {
  description: string
  address: string
  options: CallOptions
  expected: 'accepted' | 'refused'
  /** The exact status, if there is a single correct one. */
  status?: number
  /** Whether the call has no operation in the document, so that no operation documents its status. */
  isOtherOperation?: boolean
}

type Changes = {
  id?: string
  query?: URLSearchParams | string
  headers?: Record<string, string>
  body?: string
}

/** Builds the call from the document's examples, optionally with changes. */
export function exampleCall(
  operation: Operation,
  token: string,
  { id, query, headers, body }: Changes = {},
): Pick<TestCall, 'address' | 'options'> {
  const path = parametersIn(operation, 'path').reduce((address, { name, schema }) => {
    const value = name === 'id' ? (id ?? schema.example) : schema.example
    return address.replace(`{${name}}`, String(value))
  }, operation.address)
  const queryString = String(query ?? exampleQuery(operation))
  const [example] = bodyExamples(operation)
  const [type, file] = exampleFile(operation)
  const requestBody = body ?? (example === undefined ? file : JSON.stringify(example))
  return {
    address: queryString === '' ? path : `${path}?${queryString}`,
    options: {
      method: operation.method,
      token,
      headers: {
        ...(type !== undefined && { 'content-type': type }),
        ...(headers ?? exampleHeaders(operation)),
      },
      ...(requestBody !== undefined && { body: requestBody }),
    },
  }
}

/** The type and the bytes of a body that is no JSON. */
function exampleFile({ requestBody }: Operation): [type?: string, file?: Buffer] {
  const content = requestBody?.content ?? {}
  if (content['image/png']) return ['image/png', smallPng]
  const table = 'application/octet-stream'
  return content[table] ? [table, Buffer.from('Name,Price\r\nPen,3\r\n')] : []
}

export function parametersIn({ parameters }: Operation, kind: Parameter['in']): Parameter[] {
  return parameters.filter((parameter) => parameter.in === kind)
}

export function exampleQuery(operation: Operation): URLSearchParams {
  return new URLSearchParams(examplesIn(operation, 'query'))
}

function exampleHeaders(operation: Operation): Record<string, string> {
  return Object.fromEntries(examplesIn(operation, 'header'))
}

function examplesIn(operation: Operation, kind: Parameter['in']): [string, string][] {
  return parametersIn(operation, kind).map(({ name, schema }) => [name, String(schema.example)])
}
