import { expect, test } from 'vitest'
import { limits } from '../zod-free/limits'
import { validInputs } from './valid-inputs'

type Case = { fields: string[]; given: unknown; kept: unknown }
const names = ['name']
const texts = ['email', 'phone', 'address', 'description', 'remark']
const longTexts = ['address', 'description', 'remark']
const whole = ['price', 'cost', 'amount']

const cases: Case[] = [
  { fields: names, given: '  Ada \n', kept: 'Ada' },
  { fields: names, given: 'x'.repeat(200), kept: 'x'.repeat(200) },
  { fields: names, given: ` ${'x'.repeat(200)} `, kept: 'x'.repeat(200) },
  { fields: names, given: '😀 Ł 名', kept: '😀 Ł 名' },
  { fields: texts, given: '', kept: null },
  { fields: texts, given: ' \t\n', kept: null },
  { fields: texts, given: null, kept: null },
  { fields: texts, given: undefined, kept: null },
  { fields: ['email'], given: ' ada@example.com ', kept: 'ada@example.com' },
  { fields: ['email'], given: `${'x'.repeat(249)}@c.de`, kept: `${'x'.repeat(249)}@c.de` },
  { fields: ['phone'], given: 'x'.repeat(50), kept: 'x'.repeat(50) },
  { fields: longTexts, given: 'x'.repeat(2000), kept: 'x'.repeat(2000) },
  { fields: whole, given: '12', kept: 12 },
  { fields: whole, given: ' 12 ', kept: 12 },
  { fields: whole, given: '12.00', kept: 12 },
  { fields: whole, given: 1, kept: 1 },
  { fields: whole, given: 1_000_000_000, kept: 1_000_000_000 },
  { fields: ['expenseCategoryId', 'categoryId'], given: '3', kept: 3 },
  { fields: ['expenseCategoryId', 'categoryId'], given: limits.id, kept: limits.id },
  { fields: ['stock', 'baseStock'], given: '0', kept: 0 },
  { fields: ['stock'], given: 1_000_000_000, kept: 1_000_000_000 },
  { fields: ['saleDate', 'purchaseDate'], given: '2024-02-29', kept: '2024-02-29' },
  { fields: ['saleDate', 'purchaseDate'], given: '0001-01-01', kept: '0001-01-01' },
  { fields: ['saleDate', 'purchaseDate'], given: '9999-12-31', kept: '9999-12-31' },
]

const table = validInputs.flatMap(({ name, schema, valid }) =>
  cases.flatMap(({ fields, given, kept }) =>
    fields
      .filter((field) => field in valid)
      .map((field) => ({ name, schema, valid, field, given, kept })),
  ),
)

// @holds spec 3.7, 3.8, 5.2, 5.3, 5.7-5.9, 5.11, 5.13, 5.15, decision 16.1
test.each(table)('$name: keeps $field as it should', ({ schema, valid, field, given, kept }) => {
  const once: unknown = schema.parse({ ...valid, [field]: given })
  expect(once).toEqual({ ...valid, [field]: kept })
  expect(schema.parse(once)).toEqual(once)
})
