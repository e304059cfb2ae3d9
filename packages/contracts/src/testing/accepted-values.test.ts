import { expect, test } from 'vitest'
import { limits } from '../zod-free/limits'
import { validInputs } from './valid-inputs'

type Case = { fields: string[]; given: unknown; kept: unknown }
const nameFields = ['name']
const optionalTexts = ['email', 'phone', 'address', 'description', 'remark']
const longTexts = ['address', 'description', 'remark']
const positiveIntegers = ['price', 'cost', 'amount']

const cases: Case[] = [
  { fields: nameFields, given: '  Ada \n', kept: 'Ada' },
  { fields: nameFields, given: 'x'.repeat(200), kept: 'x'.repeat(200) },
  { fields: nameFields, given: ` ${'x'.repeat(200)} `, kept: 'x'.repeat(200) },
  { fields: nameFields, given: '😀 Ł 名', kept: '😀 Ł 名' },
  { fields: optionalTexts, given: '', kept: null },
  { fields: optionalTexts, given: ' \t\n', kept: null },
  { fields: optionalTexts, given: null, kept: null },
  { fields: optionalTexts, given: undefined, kept: null },
  { fields: ['email'], given: ' ada@example.com ', kept: 'ada@example.com' },
  { fields: ['email'], given: `${'x'.repeat(249)}@c.de`, kept: `${'x'.repeat(249)}@c.de` },
  { fields: ['code'], given: '', kept: null },
  { fields: ['code'], given: ' \t', kept: null },
  { fields: ['code'], given: null, kept: null },
  { fields: ['code'], given: undefined, kept: undefined },
  { fields: ['code'], given: ' AB c-~! ', kept: 'AB c-~!' },
  { fields: ['code'], given: 'x'.repeat(64), kept: 'x'.repeat(64) },
  { fields: ['stockReason', 'stockNote'], given: ' ', kept: null },
  { fields: ['stockReason', 'stockNote'], given: null, kept: null },
  { fields: ['stockReason', 'stockNote'], given: undefined, kept: undefined },
  { fields: ['stockReason'], given: ' own-use ', kept: 'own-use' },
  { fields: ['stockNote'], given: ` ${'x'.repeat(200)}\n`, kept: 'x'.repeat(200) },
  { fields: ['phone'], given: 'x'.repeat(50), kept: 'x'.repeat(50) },
  { fields: longTexts, given: 'x'.repeat(2000), kept: 'x'.repeat(2000) },
  { fields: positiveIntegers, given: '12', kept: 12 },
  { fields: positiveIntegers, given: ' 12 ', kept: 12 },
  { fields: positiveIntegers, given: '12.00', kept: 12 },
  { fields: positiveIntegers, given: 1, kept: 1 },
  { fields: positiveIntegers, given: 1_000_000_000, kept: 1_000_000_000 },
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

test.each(table)(
  // @holds spec 3.7, 3.8, 5.2, 5.3, 5.7-5.9, 5.11, 5.13, 5.15, decision 16.1
  '$name: $field is parsed to its stored value',
  ({ schema, valid, field, given, kept }) => {
    const parsed: unknown = schema.parse({ ...valid, [field]: given })
    expect(parsed).toEqual({ ...valid, [field]: kept })
    expect(schema.parse(parsed)).toEqual(parsed)
  },
)
