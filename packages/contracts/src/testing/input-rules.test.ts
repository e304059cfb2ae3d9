import { expect, test } from 'vitest'
import { listIssues } from './schema-issues'
import { limits } from '../zod-free/limits'
import { validInputs } from './valid-inputs'

const notStorable = 'contains a character that cannot be stored'
const notText = [7, true, {}, ['text']]
const missing = [undefined, null]
const blank = ['', ' ', '\t\n ']
const notWhole = [
  '',
  ' ',
  null,
  undefined,
  true,
  false,
  [],
  [1],
  {},
  Number.NaN,
  'x',
  '1e3',
  '0x10',
]
const notPositive = [...notWhole, 0, -1, 1.5, '0', '-1', '1.5', Infinity, '١٢', '1,000']

type Rule = { field: string; values: unknown[]; message: string }
const rule = (field: string, values: unknown[], message: string): Rule => ({
  field,
  values,
  message,
})

function nameRules(label: string, required: string): Rule[] {
  return [
    rule('name', [...missing, ...blank, ...notText], required),
    rule('name', ['x'.repeat(201)], `${label} must have at most 200 characters`),
    rule('name', ['nul\0', 'half \uD83D', '\uDE00 half'], `${label} ${notStorable}`),
  ]
}

function optionalRules(field: string, label: string, max: number, written: string): Rule[] {
  return [
    rule(field, notText, `${label} must be text`),
    rule(field, ['x'.repeat(max + 1)], `${label} must have at most ${written} characters`),
    rule(field, ['nul\0', 'half \uD83D'], `${label} ${notStorable}`),
  ]
}

function wholeRules(field: string, label: string): Rule[] {
  return [
    rule(field, notPositive, `${label} must be a positive integer`),
    rule(field, [1_000_000_001, '1000000001'], `${label} must be at most 1,000,000,000`),
  ]
}

const contactRules = [
  ...nameRules('Name', 'Name is required'),
  rule(
    'email',
    ['x', 'a@b', 'a b@c.de', '@c.de', ...notText, 'nul\0@c.de'],
    'Invalid email format',
  ),
  rule('email', [`${'x'.repeat(250)}@c.de`], 'Email must have at most 254 characters'),
  ...optionalRules('phone', 'Phone', 50, '50'),
  ...optionalRules('address', 'Address', 2000, '2,000'),
]

const categoryRules = nameRules('Category name', 'Category name is required')

const productRules = [
  ...nameRules('Product name', 'Product name is required'),
  ...optionalRules('description', 'Description', 2000, '2,000'),
  ...wholeRules('price', 'Price'),
  ...wholeRules('cost', 'Cost'),
  rule('categoryId', [...notPositive, limits.id + 1], 'Product category is required'),
  rule('stock', [...notWhole, -1, '-1', 1.5, '1.5'], 'Stock cannot be negative'),
  rule('stock', [1_000_000_001], 'Stock must be at most 1,000,000,000'),
  rule('code', notText, 'Code must be text'),
  rule('code', ['x'.repeat(65)], 'Code must have at most 64 characters'),
  rule(
    'code',
    ['é', 'a\tb', 'nul\0', '😀', 'a\u{a0}b'],
    'Code may have only unaccented letters, digits, spaces and punctuation',
  ),
]

const notDays = [
  '2023-02-29',
  '2026-02-30',
  '2026-13-01',
  '0000-01-01',
  '2026-1-1',
  '21-11-2026',
  20261121,
  ' ',
  ['2026-11-21'],
]
const notADay = 'Date must be a real day, written yyyy-MM-dd'

const dayRules = (field: string) => [
  rule(field, ['', ...missing], 'Please select a date.'),
  rule(field, notDays, notADay),
]

function amountRules(field: string, label: string): Rule[] {
  return [
    rule(field, ['', '5', ...missing, true, [], Number.NaN], `${label} must be a number`),
    rule(field, [-0.01, -1], `${label} cannot be negative`),
    rule(field, [0.001, 1.999, 0.1 + 0.2], `${label} must have at most two decimals`),
    rule(field, [70_000_000_000_000.01, 1e21], `${label} must be at most 70,000,000,000,000`),
  ]
}

const rules: Record<string, Rule[]> = {
  customers: contactRules,
  suppliers: contactRules,
  categories: categoryRules,
  'expense-categories': categoryRules,
  expenses: [
    ...nameRules('Expense name', 'Expense name is required'),
    ...wholeRules('amount', 'Amount'),
    ...optionalRules('description', 'Description', 2000, '2,000'),
    rule('expenseCategoryId', [...notPositive, limits.id + 1], 'Expense category is required'),
    rule('date', ['', null, ...notDays], notADay),
  ],
  products: productRules,
  'products (PUT)': [
    ...productRules,
    rule(
      'baseStock',
      [null, '', '1.5', 1.5, 3_000_000_000, '3000000000'],
      'Base stock must be a whole number',
    ),
    rule(
      'stockReason',
      [...notText, 'stolen', 'Damaged', 'own use'],
      'Reason must be one of damaged, lost, own-use, found, correction',
    ),
    ...optionalRules('stockNote', 'Note', 200, '200'),
  ],
  sales: [
    rule('customerId', [...notPositive, '1', limits.id + 1], 'Please select a customer.'),
    ...dayRules('saleDate'),
    ...amountRules('totalAmount', 'Total amount'),
    ...amountRules('discount', 'Discount'),
    ...amountRules('shippingFees', 'Shipping fees'),
    ...optionalRules('remark', 'Remark', 2000, '2,000'),
    rule('saleDetails', [[], ...missing, {}, 'x'], 'Please add at least one product.'),
  ],
  purchases: [
    rule('supplierId', [...notPositive, '1', limits.id + 1], 'Please select a supplier.'),
    ...dayRules('purchaseDate'),
    ...amountRules('totalAmount', 'Total amount'),
    ...optionalRules('remark', 'Remark', 2000, '2,000'),
    rule(
      'purchaseDetails',
      [[], ...missing, {}, 'x'],
      'Please add at least one product to the purchase.',
    ),
  ],
  'parked-sales': [
    ...optionalRules('name', 'Name', 200, '200'),
    rule('customerId', [0, -1, 1.5, '1', limits.id + 1], 'Customer must be the id of a customer'),
    ...amountRules('discount', 'Discount'),
    ...amountRules('shippingFees', 'Shipping fees'),
    ...optionalRules('remark', 'Remark', 2000, '2,000'),
    rule('saleDetails', [...missing, {}, 'x'], 'The lines of a parked sale must be a list'),
  ],
  'day-sheets': [
    rule('date', missing, 'Please select a date.'),
    ...amountRules('openingFloat', 'Opening float'),
    rule(
      'counted',
      [...missing, {}, [], 'x', { sum: 1, pieces: [] }],
      'Count the cash either as a sum or by coins and notes.',
    ),
    rule(
      'paidOtherwise',
      ['', '5', null, true, [], Number.NaN],
      'Paid by card and otherwise must be a number',
    ),
    rule(
      'paidOtherwise',
      [0.001, -1.999, 0.1 + 0.2],
      'Paid by card and otherwise must have at most two decimals',
    ),
    rule(
      'paidOtherwise',
      [70_000_000_000_000.01, 1e21],
      'Paid by card and otherwise must be at most 70,000,000,000,000',
    ),
    rule(
      'paidOtherwise',
      [-70_000_000_000_000.01, -1e21],
      'Paid by card and otherwise must be at least -70,000,000,000,000',
    ),
    rule(
      'takenOut',
      [{}, 'x', Array.from({ length: 21 }, () => ({ amount: 1, reason: 'Change' }))],
      'The cash taken out must be a list of at most 20 amounts with a reason',
    ),
    rule(
      'takenOut',
      [[1, 70_000_000_000_000].map((amount) => ({ amount, reason: 'Change' }))],
      'The cash taken out must be at most 70,000,000,000,000',
    ),
    ...optionalRules('remark', 'Remark', 2000, '2,000'),
  ],
}

const table = validInputs.flatMap(({ name, schema, valid }) =>
  (rules[name] ?? []).map((broken) => ({ name, schema, valid, ...broken })),
)

test('every resource has rules', () => {
  expect(Object.keys(rules)).toEqual(validInputs.map(({ name }) => name))
})

// @holds spec 3.3-3.8, 5.1, 5.2, 5.4-5.8, 5.10-5.14, 9.14, decision 16.2, 28.1, asvs 2.1.1, 2.2.1
test.each(table)('$name: an invalid $field reports: $message', ({ schema, valid, ...broken }) => {
  for (const value of broken.values) {
    const issues = listIssues(schema, { ...valid, [broken.field]: value })
    expect(issues, `for ${JSON.stringify(value)}`).toContain(`${broken.field}: ${broken.message}`)
    expect(schema.safeParse({ ...valid, [broken.field]: value }).success).toBe(false)
  }
})

test.each(validInputs)(
  '$name: all invalid fields are reported together',
  ({ name, schema, valid }) => {
    const required = new Set((rules[name] ?? []).map(({ field }) => field))
    required.delete('baseStock')
    const invalid = Object.fromEntries(Object.keys(valid).map((field) => [field, ['wrong']]))
    const reported = new Set(schema.safeParse(invalid).error?.issues.map(({ path }) => path[0]))
    for (const field of required) expect(reported).toContain(field)
  },
)
