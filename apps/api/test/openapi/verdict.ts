import { asKept } from './as-kept'
import type { Operation } from './read-document'
import { breaksRule } from './rules'
import type { SchemaNode } from './schema-node'
import { bodyPointer, type Schemas } from './schemas'

/** Whether a body must be accepted, by the document's schema and the rules that it cannot say. */
export function acceptsBody(
  operation: Operation,
  node: SchemaNode,
  text: string,
  { faultsOf }: Schemas,
): boolean {
  const body = asKept(node, JSON.parse(text))
  return faultsOf(bodyPointer(operation), body).length === 0 && !breaksRule(body)
}

/** Whether the parameters of a kind must be accepted. None may come twice. */
export function acceptsParameters(
  { parameters, pointer }: Operation,
  kind: 'query' | 'header',
  given: URLSearchParams | Headers,
  { faultsOf }: Schemas,
): boolean {
  const sound = parameters.every((parameter, index) => {
    if (parameter.in !== kind) return true
    const values =
      given instanceof Headers ? headerValues(given, parameter.name) : given.getAll(parameter.name)
    if (values.length === 0) return !parameter.required
    const value = values.length > 1 ? values : read(values[0] ?? '', parameter.schema)
    return faultsOf(`${pointer}/parameters/${index}/schema`, value).length === 0
  })
  return sound && (given instanceof Headers || !breaksRange(given))
}

function headerValues(headers: Headers, name: string): string[] {
  const value = headers.get(name)
  return value === null ? [] : [value]
}

function read(text: string, { type }: Record<string, unknown>): unknown {
  return type === 'integer' && /^\s*-?\d+(\.0*)?\s*$/.test(text) ? Number(text) : text
}

/** What a schema cannot say of a range of days. */
function breaksRange(query: URLSearchParams): boolean {
  const days = ['startDate', 'endDate'].map((name) => query.get(name))
  const [start, end] = days
  return days.some((day) => day?.startsWith('0000')) || (!!start && !!end && start > end)
}
