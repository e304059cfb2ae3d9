import { expect, test } from 'vitest'
import { validInputs } from './valid-inputs'

test.each(validInputs)('$name: accepts a valid input as it is', ({ schema, valid }) => {
  expect(schema.parse(valid)).toEqual(valid)
})

// @holds asvs 1.5.2, 15.3.3
test.each(validInputs)('$name: ignores unknown fields', ({ schema, valid }) => {
  expect(schema.parse({ ...valid, id: 7, deletedAt: 'now', isAdmin: true })).toEqual(valid)
})

// @holds asvs 1.5.2, 15.3.6
test.each(validInputs)('$name: is not harmed by __proto__', ({ schema, valid }) => {
  const body: unknown = JSON.parse(
    JSON.stringify(valid).replace('{', '{"__proto__":{"polluted":true},'),
  )
  const parsed = schema.parse(body)

  expect(parsed).toEqual(valid)
  expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype)
  expect({}).not.toHaveProperty('polluted')
})

test.each(validInputs)('$name: refuses what is no object', ({ schema }) => {
  for (const body of [undefined, null, 'text', 7, true, []]) {
    expect(schema.safeParse(body).success).toBe(false)
  }
})

test.each(validInputs)('$name: accepts its own output', ({ schema, valid }) => {
  const fromForm = Object.fromEntries(
    Object.entries<unknown>(valid).map(([field, value]) => [field, asTyped(value)]),
  )
  for (const input of [valid, fromForm]) {
    const once: unknown = schema.parse(input)
    expect(schema.parse(once)).toEqual(once)
  }
})

/** Optional texts left blank, and the others with blanks around them. */
function asTyped(value: unknown): unknown {
  return typeof value === 'string' && !/^\d/.test(value) ? ` ${value}\t` : value
}
