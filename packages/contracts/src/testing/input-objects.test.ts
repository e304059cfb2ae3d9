import { expect, test } from 'vitest'
import { validInputs } from './valid-inputs'

test.each(validInputs)('$name: a valid input is accepted unchanged', ({ schema, valid }) => {
  expect(schema.parse(valid)).toEqual(valid)
})

// @holds asvs 1.5.2, 15.3.3
test.each(validInputs)('$name: unknown fields are dropped', ({ schema, valid }) => {
  expect(schema.parse({ ...valid, id: 7, deletedAt: 'now', isAdmin: true })).toEqual(valid)
})

// @holds asvs 1.5.2, 15.3.6
test.each(validInputs)('$name: __proto__ in a body pollutes no prototype', ({ schema, valid }) => {
  const body: unknown = JSON.parse(
    JSON.stringify(valid).replace('{', '{"__proto__":{"polluted":true},'),
  )
  const parsed = schema.parse(body)

  expect(parsed).toEqual(valid)
  expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype)
  expect({}).not.toHaveProperty('polluted')
})

test.each(validInputs)('$name: a value that is not an object is rejected', ({ schema }) => {
  for (const body of [undefined, null, 'text', 7, true, []]) {
    expect(schema.safeParse(body).success).toBe(false)
  }
})

test.each(validInputs)('$name: the schema accepts its own output', ({ schema, valid }) => {
  const fromForm = Object.fromEntries(
    Object.entries<unknown>(valid).map(([field, value]) => [field, padText(value)]),
  )
  for (const input of [valid, fromForm]) {
    const parsed: unknown = schema.parse(input)
    expect(schema.parse(parsed)).toEqual(parsed)
  }
})

/** Adds blanks around a text, unless it begins with a digit. */
function padText(value: unknown): unknown {
  return typeof value === 'string' && !/^\d/.test(value) ? ` ${value}\t` : value
}
