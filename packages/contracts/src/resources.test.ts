import { expect, expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import * as contracts from './index'
import type { CustomerInput, Expense, ProductInput, ProductUpdate, Sale } from './index'

const { customers, suppliers, categories, expenseCategories } = contracts
const { expenses, products, sales, purchases, resourcePaths } = contracts

test('the contracts define eight resources, each under its path', () => {
  const resources = [
    customers,
    suppliers,
    categories,
    expenseCategories,
    expenses,
    products,
    sales,
    purchases,
  ]
  expect(resources.map(({ path }) => path)).toEqual(resourcePaths)
})

test('an update has the same input as a create for customers, but not for products', () => {
  expect(customers.updateInput).toBe(customers.input)
  expect(products.updateInput).not.toBe(products.input)
})

test('the input of a form field accepts text for a number', () => {
  type ProductForm = z.input<typeof products.input>
  type ExpenseForm = z.input<typeof expenses.input>
  type CustomerForm = z.input<typeof customers.input>

  expectTypeOf<ProductForm['price']>().toEqualTypeOf<string | number>()
  expectTypeOf<ProductForm['stock']>().toEqualTypeOf<string | number>()
  expectTypeOf<ExpenseForm['expenseCategoryId']>().toEqualTypeOf<string | number>()
  expectTypeOf<CustomerForm>().toEqualTypeOf<{
    name: string
    email?: string | null | undefined
    phone?: string | null | undefined
    address?: string | null | undefined
  }>()
})

test('a parsed input has one type per field, and the form accepts that type again', () => {
  expectTypeOf<ProductInput['price']>().toEqualTypeOf<number>()
  expectTypeOf<CustomerInput['email']>().toEqualTypeOf<string | null>()
  expectTypeOf<ProductUpdate>().toExtend<z.input<typeof products.updateInput>>()
  expectTypeOf<Expense['expenseCategoryName']>().toEqualTypeOf<string | null>()
  expectTypeOf<Sale['saleDetails'][number]['total']>().toEqualTypeOf<number>()
})
