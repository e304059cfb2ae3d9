import { oddDays, oddValues } from './odd-values'
import type { SchemaNode } from './schema-node'

export type BodyMutation = { what: string; text: string }
type Path = readonly (string | number)[]

/** The body with one thing about it changed, in every way that its schema calls for. */
export function mutateBody(node: SchemaNode, example: unknown): BodyMutation[] {
  return placesOf(node, example, []).flatMap(({ path, node: place, value }) =>
    changesOf(place, value, path).map(([what, raw]) => ({
      what: `${path.join('.') || 'the body'}: ${what}`,
      text: write(example, path, raw),
    })),
  )
}

type Place = { path: Path; node: SchemaNode; value: unknown }

function placesOf(node: SchemaNode, value: unknown, path: Path): Place[] {
  const fields = Object.entries(node.properties ?? {}).flatMap(([name, child]) =>
    placesOf(child, valueIn(value, name), [...path, name]),
  )
  const items =
    node.items && Array.isArray(value) ? placesOf(node.items, value[0], [...path, 0]) : []
  return [{ path, node, value }, ...fields, ...items]
}

/** What is done to one place, and its new JSON; without JSON the place itself is gone. */
function changesOf(node: SchemaNode, value: unknown, path: Path): [string, string | undefined][] {
  const json = JSON.stringify(value)
  const field = path.at(-1)
  const changes: [string, string | undefined][] = [
    ...oddValues.map((raw): [string, string] => [raw.slice(0, 40), raw]),
    ['in a list', `[${json}]`],
    ['in an object', `{"value":${json}}`],
    ['as text', JSON.stringify(json)],
    ...boundsOf(node, value),
  ]
  if (field !== undefined) changes.push(['missing', undefined])
  if (node.format === 'date') changes.push(...oddDays.map((raw): [string, string] => [raw, raw]))
  if (typeof field === 'string' && field.endsWith('Id')) changes.push(['of a deleted record', '2'])
  if (node.properties) {
    changes.push(
      ['all of it in __proto__', `{"__proto__":${json}}`],
      ['with __proto__', json.replace('{', '{"__proto__":{"polluted":true},')],
      ['with what nobody asked for', json.replace('{', '{"id":2,"deletedAt":null,"toString":7,')],
    )
  }
  return changes
}

function boundsOf(node: SchemaNode, value: unknown): [string, string][] {
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

/** The JSON of a value that has other JSON at a path, or nothing at all. */
function write(value: unknown, [field, ...rest]: Path, raw: string | undefined): string {
  if (field === undefined) return raw ?? ''
  const inner = (child: unknown, key: string) =>
    key === String(field) ? write(child, rest, raw) : JSON.stringify(child)
  const gone = raw === undefined && rest.length === 0
  const entries = Object.entries(
    typeof value === 'object' && value !== null ? { [field]: undefined, ...value } : {},
  ).filter(([key]) => !(gone && key === String(field)))
  if (Array.isArray(value)) return `[${entries.map(([key, child]) => inner(child, key)).join()}]`
  return `{${entries.map(([key, child]) => `${JSON.stringify(key)}:${inner(child, key)}`).join()}}`
}

function valueIn(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
}
