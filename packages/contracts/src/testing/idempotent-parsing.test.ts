import fc from 'fast-check'
import { expect, test } from 'vitest'
import { validInputs } from './valid-inputs'

const arbitraryValue = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string().map((text) => ` ${text} `),
  fc.integer().map(String),
  fc.integer(),
  fc.double(),
  fc.anything(),
)

test.each(validInputs)('$name: a parsed input passes again unchanged', ({ schema, valid }) => {
  const fields = Object.entries<unknown>(valid)
  const body = fc.record(
    Object.fromEntries(
      fields.map(([field, value]) => [
        field,
        fc.oneof(
          { weight: 4, arbitrary: fc.constant(value) },
          { weight: 1, arbitrary: arbitraryValue },
        ),
      ]),
    ),
  )
  fc.assert(
    fc.property(body, (given) => {
      const parsed = schema.safeParse(given)
      fc.pre(parsed.success)
      expect(schema.parse(parsed.data)).toEqual(parsed.data)
    }),
  )
})
