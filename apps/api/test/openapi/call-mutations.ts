import { acceptsBody, acceptsParameters } from './acceptance-rules'
import { mutateBody, oddDays, oddTexts } from './body-mutations'
import {
  bodyExamples,
  type Document,
  type Operation,
  type Parameter,
  readSchema,
  type Schemas,
} from './document-reader'
import { exampleCall, exampleQuery, parametersIn, type TestCall } from './example-calls'

export type MutationInput = {
  operation: Operation
  document: Document
  schemas: Schemas
  token: string
}

/** Returns calls with a single change each, and whether the API must still accept them. */
export function mutateCall(input: MutationInput): TestCall[] {
  return [
    ...changeBody(input),
    ...changePath(input),
    ...changeQuery(input),
    ...changeHeaders(input),
  ]
}

function changeBody({ operation, document, schemas, token }: MutationInput): TestCall[] {
  const content = operation.requestBody?.content['application/json']
  if (!content) return []
  const node = readSchema(content.schema, document.components.schemas)
  return bodyExamples(operation)
    .flatMap((example) => mutateBody(node, example))
    .map(({ description, text }) => ({
      description,
      // Without the idempotency key, which may not be reused with another body.
      ...exampleCall(operation, token, { body: text, headers: {} }),
      expected: toExpectation(acceptsBody(operation, node, text, schemas)),
    }))
}

function changePath({ operation, token }: MutationInput): TestCall[] {
  if (parametersIn(operation, 'path').length === 0) return []
  // Unknown ids and invalid UTF-8.
  const others = ['2147483647', '4000', '%ED%A0%BD', '%']
  return [...oddTexts.filter(Boolean).map(encodeURIComponent), ...others].map((id) => ({
    description: `id ${shorten(id)}`,
    ...exampleCall(operation, token, { id }),
    expected: 'refused',
  }))
}

function changeQuery(input: MutationInput): TestCall[] {
  const { operation, schemas, token } = input
  const documented = parametersIn(operation, 'query').flatMap((parameter) =>
    textsFor(parameter).map((texts): TestCall => {
      const query = exampleQuery(operation)
      query.delete(parameter.name)
      for (const text of texts) query.append(parameter.name, text)
      return {
        description: `?${parameter.name}: ${shorten(texts.join(' and '))}`,
        ...exampleCall(operation, token, { query }),
        expected: toExpectation(acceptsParameters(operation, 'query', query, schemas)),
      }
    }),
  )
  return [...documented, ...addToQuery(input)]
}

/** The API ignores unknown query parameters. */
function addToQuery({ operation, token }: MutationInput): TestCall[] {
  return ['__proto__=1', '__proto__[x]=1', 'constructor=1', 'x=%00', 'x=%ED%A0%BD', '&&=&'].map(
    (more) => ({
      description: `?${more}`,
      ...exampleCall(operation, token, { query: `${String(exampleQuery(operation))}&${more}` }),
      expected: 'accepted',
    }),
  )
}

/** Returns the values for a parameter. Each entry holds none, one or several texts. */
function textsFor({ name, schema }: Parameter): string[][] {
  const example = String(schema.example)
  const bounds = [schema.minimum, schema.maximum].flatMap((bound) =>
    typeof bound === 'number' ? [bound - 1, bound, bound + 1].map(String) : [],
  )
  const days = schema.format === 'date' ? oddDays.map((day) => String(JSON.parse(day))) : []
  const texts = [...oddTexts, ...bounds, ...days, ` ${example} `, `${example}.0`, name]
  return [[], [example, example], [example, 'x'], ...texts.map((text) => [text])]
}

function changeHeaders({ operation, schemas, token }: MutationInput): TestCall[] {
  return parametersIn(operation, 'header').flatMap(({ name, schema }) => {
    const twice = `${String(schema.example)}, ${String(schema.example)}`
    const long = [199, 200, 201].map((length) => 'x'.repeat(length))
    const texts = [...oddTexts.filter(isByteText), ...long, twice, 'a b', '\u00e9', 'W/"', '*']
    return texts.map((text): TestCall => {
      const headers = new Headers({ [name]: text })
      return {
        description: `${name}: ${shorten(text)}`,
        ...exampleCall(operation, token, { headers: { [name]: text } }),
        expected: toExpectation(acceptsParameters(operation, 'header', headers, schemas)),
      }
    })
  })
}

/** Whether a header can hold the text. */
function isByteText(text: string): boolean {
  return /^[\u0020-\u007e\u0080-\u00ff]*$/.test(text)
}

function toExpectation(accepts: boolean): TestCall['expected'] {
  return accepts ? 'accepted' : 'refused'
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 30)}… (${text.length})` : text
}
