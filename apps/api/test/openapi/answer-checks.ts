import type { Answer } from '#test/support/test-api'
import type { Document, Operation, Schemas } from './document-reader'
import type { TestCall } from './example-calls'

type AnswerContract = { document: Document; schemas: Schemas }

/** Lists how an answer deviates from the document and from the expected status. */
export function checkAnswer(
  { document, schemas }: AnswerContract,
  operation: Operation,
  { expected, status: expectedStatus, isOtherOperation = false }: TestCall,
  { status, headers, text, body }: Answer,
): string[] {
  const violations: string[] = []
  const isAccepted = status >= 200 && status < 400
  if (
    status >= 500 ||
    isAccepted !== (expected === 'accepted') ||
    status !== (expectedStatus ?? status)
  ) {
    violations.push(`should be ${expectedStatus ?? expected}, is ${status}: ${text.slice(0, 300)}`)
  }
  if (/invalid input|expected .* received|unrecognized/i.test(text)) {
    violations.push(`shows a validator's internal message: ${text.slice(0, 300)}`)
  }
  if (!headers.has('x-request-id')) violations.push('has no X-Request-Id')
  if (headers.get('cache-control') !== 'no-store')
    violations.push('is cacheable: it has no Cache-Control: no-store')

  const documented = isOtherOperation
    ? { $ref: `#/components/responses/${status}` }
    : operation.responses[status]
  const isReference = documented !== undefined && '$ref' in documented
  const response = isReference ? document.components.responses[status] : documented
  if (!response)
    return [...violations, `is ${status}, which is not documented: ${text.slice(0, 300)}`]

  for (const [name, { required = true }] of Object.entries(response.headers ?? {})) {
    if (required && !headers.has(name)) violations.push(`${status} has no ${name}`)
  }
  const types = Object.keys(response.content ?? {})
  const actualType = headers.get('content-type')?.split(';')[0]
  const type = types.find((name) => name === actualType) ?? types[0]
  if (actualType !== type) violations.push(`${status} is ${actualType}, not ${type}`)
  if (type === undefined) return text === '' ? violations : [...violations, `${status} has a body`]
  const pointer = isReference ? documented.$ref : `${operation.pointer}/responses/${status}`
  return [
    ...violations,
    ...schemas.validate(`${pointer}/content/${type.replaceAll('/', '~1')}/schema`, body ?? text),
  ]
}
