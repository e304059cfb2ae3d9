import type { Answer } from '#test/support/test-api'
import type { Document, Operation, Schemas } from './document-reader'
import type { TestCall } from './example-calls'

type AnswerContract = { document: Document; schemas: Schemas }

/** What is wrong with an answer by the document, and by what was expected. */
export function faultsOfAnswer(
  { document, schemas }: AnswerContract,
  operation: Operation,
  { expected, status: expectedStatus, isOtherOperation: isElsewhere = false }: TestCall,
  { status, headers, text, body }: Answer,
): string[] {
  const faults: string[] = []
  const isAccepted = status >= 200 && status < 400
  if (
    status >= 500 ||
    isAccepted !== (expected === 'accepted') ||
    status !== (expectedStatus ?? status)
  ) {
    faults.push(`should be ${expectedStatus ?? expected}, is ${status}: ${text.slice(0, 300)}`)
  }
  if (/invalid input|expected .* received|unrecognized/i.test(text)) {
    faults.push(`speaks as a program does: ${text.slice(0, 300)}`)
  }
  if (!headers.has('x-request-id')) faults.push('has no X-Request-Id')
  if (headers.get('cache-control') !== 'no-store') faults.push('may be kept by a cache')

  const documented = isElsewhere
    ? { $ref: `#/components/responses/${status}` }
    : operation.responses[status]
  const isReference = documented !== undefined && '$ref' in documented
  const response = isReference ? document.components.responses[status] : documented
  if (!response) return [...faults, `is ${status}, which is not documented: ${text.slice(0, 300)}`]

  for (const [name, { required = true }] of Object.entries(response.headers ?? {})) {
    if (required && !headers.has(name)) faults.push(`${status} has no ${name}`)
  }
  const [type] = Object.keys(response.content ?? {})
  const actualType = headers.get('content-type')?.split(';')[0]
  if (actualType !== type) faults.push(`${status} is ${actualType}, not ${type}`)
  if (type === undefined) return text === '' ? faults : [...faults, `${status} has a body`]
  const pointer = isReference ? documented.$ref : `${operation.pointer}/responses/${status}`
  return [
    ...faults,
    ...schemas.faultsOf(`${pointer}/content/${type.replaceAll('/', '~1')}/schema`, body),
  ]
}
