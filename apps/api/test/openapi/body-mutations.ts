import type { SchemaNode } from './document-reader'

const json = (value: unknown) => JSON.stringify(value)

/** Values that no field expects, as JSON text, because JSON.stringify cannot produce all of them. */
export const oddValues = [
  'true',
  '0',
  '-0',
  '7000000',
  '-1',
  '1.5',
  '0.001',
  '2147483647',
  '2147483648',
  '9007199254740993',
  '1e308',
  '1e999',
  '""',
  '" "',
  '"NaN"',
  '"7000000"',
  '"0x10"',
  '"text"',
  '"__proto__"',
  '"with a \\u0000 in it"',
  '"with half \\ud83d of it"',
  '"\\ude00 half"',
  json('x'.repeat(100_000)),
  '[]',
  '{}',
  '{"length":1,"0":1}',
  '{"__proto__":{"polluted":true}}',
]

export const oddDays = [
  '2023-02-29',
  '2024-02-29',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '10000-01-01',
  '2026-13-01',
  '2026-1-1',
  '21-11-2026',
  '2026-11-21T00:00:00Z',
  ' 2026-11-21',
].map(json)

/** Unexpected texts for URLs and headers. */
export const oddTexts = [
  '',
  ' ',
  '0',
  '-0',
  '-1',
  '01',
  '1.5',
  '1e3',
  '0x10',
  'NaN',
  'null',
  'true',
  '[object Object]',
  '2147483648',
  '9007199254740993',
  '__proto__',
  'constructor',
  '../1',
  "1' or '1'='1",
  '1\u0000',
  '\u0661',
  '😀',
  'x'.repeat(4_000),
]

export type BodyMutation = { description: string; text: string }
type Path = readonly (string | number)[]

/** Returns copies of the body with a single change each, for every location and bound of its schema. */
export function mutateBody(node: SchemaNode, example: unknown): BodyMutation[] {
  return listLocations(node, example, []).flatMap(({ path, node: place, value }) =>
    listChanges(place, value, path).map(([change, raw]) => ({
      description: `${path.join('.') || 'the body'}: ${change}`,
      text: replaceAt(example, path, raw),
    })),
  )
}

type Location = { path: Path; node: SchemaNode; value: unknown }

function listLocations(node: SchemaNode, value: unknown, path: Path): Location[] {
  const fields = Object.entries(node.properties ?? {}).flatMap(([name, child]) =>
    listLocations(child, propertyOf(value, name), [...path, name]),
  )
  const items =
    node.items && Array.isArray(value) ? listLocations(node.items, value[0], [...path, 0]) : []
  return [{ path, node, value }, ...fields, ...items]
}

/** Returns each change of a location with its new JSON. Undefined means that the location is removed. */
function listChanges(node: SchemaNode, value: unknown, path: Path): [string, string | undefined][] {
  // The example may leave out an optional field.
  const text = JSON.stringify(value ?? null)
  const field = path.at(-1)
  const changes: [string, string | undefined][] = [
    ...oddValues.map((raw): [string, string] => [raw.slice(0, 40), raw]),
    ['in a list', `[${text}]`],
    ['in an object', `{"value":${text}}`],
    ['as text', JSON.stringify(text)],
    ...boundaryValues(node, value),
  ]
  if (field !== undefined) changes.push(['missing', undefined])
  if (node.format === 'date') changes.push(...oddDays.map((raw): [string, string] => [raw, raw]))
  if (typeof field === 'string' && field.endsWith('Id')) changes.push(['of a deleted record', '2'])
  if (node.properties) {
    changes.push(
      ['all of it in __proto__', `{"__proto__":${text}}`],
      ['with __proto__', text.replace('{', '{"__proto__":{"polluted":true},')],
      ['with unknown fields', text.replace('{', '{"id":2,"deletedAt":null,"toString":7,')],
    )
  }
  return changes
}

function boundaryValues(node: SchemaNode, value: unknown): [string, string][] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = node
  const numbers = [minimum, maximum].flatMap((bound) =>
    bound === undefined ? [] : [bound - 1, bound, bound + 1],
  )
  const texts = [minLength, maxLength].flatMap((bound) =>
    bound === undefined ? [] : [bound - 1, bound, bound + 1],
  )
  const lists = [minItems, maxItems].flatMap((bound) =>
    bound === undefined || !Array.isArray(value) ? [] : [bound - 1, bound, bound + 1],
  )
  return [
    ...numbers.map((number): [string, string] => [`${number}`, `${number}`]),
    ...texts.map((length): [string, string] => [
      `${length} characters`,
      JSON.stringify('x'.repeat(length)),
    ]),
    ...lists.map((length): [string, string] => [
      `${length} items`,
      JSON.stringify(Array.from({ length }, () => Array.isArray(value) && value[0])),
    ]),
    ...lists.map((length): [string, string] => [
      `${length} malformed items`,
      JSON.stringify(Array.from({ length }, () => null)),
    ]),
  ]
}

/** Returns the JSON of a value with the JSON at one path replaced, or removed if there is none. */
function replaceAt(value: unknown, [field, ...rest]: Path, raw: string | undefined): string {
  if (field === undefined) return raw ?? ''
  const inner = (child: unknown, key: string) =>
    key === String(field) ? replaceAt(child, rest, raw) : JSON.stringify(child)
  const isRemoved = raw === undefined && rest.length === 0
  const entries = Object.entries(
    typeof value === 'object' && value !== null ? { [field]: undefined, ...value } : {},
  ).filter(([key]) => !(isRemoved && key === String(field)))
  if (Array.isArray(value)) return `[${entries.map(([key, child]) => inner(child, key)).join()}]`
  return `{${entries.map(([key, child]) => `${JSON.stringify(key)}:${inner(child, key)}`).join()}}`
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
}
