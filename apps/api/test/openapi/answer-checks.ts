import type { Answer } from '#test/support/test-api'
import type { Document, Operation, Schemas } from './document-reader'
import type { Sending } from './example-calls'

type Judge = { document: Document; schemas: Schemas }

/** What is wrong with an answer by the document, and by what was expected. */
export function faultsOfAnswer(
  { document, schemas }: Judge,
  operation: Operation,
  { expected, status: due, isElsewhere = false }: Sending,
  { status, headers, text, body }: Answer,
): string[] {
  const faults: string[] = []
  const isAccepted = status >= 200 && status < 400
  if (status >= 500 || isAccepted !== (expected === 'accepted') || status !== (due ?? status)) {
    faults.push(`should be ${due ?? expected}, is ${status}: ${text.slice(0, 300)}`)
  }
  if (/invalid input|expected .* received|unrecognized/i.test(text)) {
    faults.push(`speaks as a program does: ${text.slice(0, 300)}`)
  }
  if (!headers.has('x-request-id')) faults.push('has no X-Request-Id')
  if (headers.get('cache-control') !== 'no-store') faults.push('may be kept by a cache')

  const described = isElsewhere
    ? { $ref: `#/components/responses/${status}` }
    : operation.responses[status]
  const isNamed = described !== undefined && '$ref' in described
  const response = isNamed ? document.components.responses[status] : described
  if (!response) return [...faults, `is ${status}, which is not documented: ${text.slice(0, 300)}`]

  for (const [name, { required = true }] of Object.entries(response.headers ?? {})) {
    if (required && !headers.has(name)) faults.push(`${status} has no ${name}`)
  }
  const [type] = Object.keys(response.content ?? {})
  const given = headers.get('content-type')?.split(';')[0]
  if (given !== type) faults.push(`${status} is ${given}, not ${type}`)
  if (type === undefined) return text === '' ? faults : [...faults, `${status} has a body`]
  const pointer = isNamed ? described.$ref : `${operation.pointer}/responses/${status}`
  return [
    ...faults,
    ...schemas.faultsOf(`${pointer}/content/${type.replaceAll('/', '~1')}/schema`, body),
  ]
}
