import type { ShopApi } from '../support/shop-api'
import type { ListScreen } from './list-screens'

interface FieldOf {
  label: string
  placeholder?: string
  /** What somebody types or chooses, and how the row of the list then shows it. */
  value: string
  shown: string
  isSelect?: true
}

export interface RecordScreen extends ListScreen {
  /** As its messages name it. */
  one: string
  many: string
  empty: string
  /** Beside the name, which every record has and the test makes up. */
  fields: FieldOf[]
  /** What saving an empty form says. */
  required: string[]
  /** Typed into a field, and what saving then says. */
  invalid: { label: string; value: string; message: string }[]
  /** A column that one can hide. */
  hides?: string
  body: (shop: ShopApi, name: string) => Promise<object>
  done: { created: string; updated: string; removed: string; removedMany: string }
}

const contact = {
  empty: 'No results',
  fields: [
    {
      label: 'Email',
      placeholder: 'Enter email',
      value: 'ada@example.com',
      shown: 'ada@example.com',
    },
    { label: 'Phone', placeholder: 'Enter phone', value: '+44 20 7946 0018', shown: '+44' },
    { label: 'Address', placeholder: 'Enter address', value: '', shown: 'N/A' },
  ],
  required: ['Name is required'],
  invalid: [{ label: 'Email', value: 'nobody', message: 'Invalid email format' }],
  hides: 'Phone',
  body: (_shop: ShopApi, name: string) => Promise.resolve({ name }),
}

const category = {
  empty: 'No results',
  fields: [],
  required: ['Category name is required'],
  invalid: [],
  body: (_shop: ShopApi, name: string) => Promise.resolve({ name }),
}

/** The six of them, in the specification's own words. */
export const recordScreens: RecordScreen[] = [
  {
    ...contact,
    path: '/customer',
    resource: 'customers',
    noun: 'Customer',
    one: 'customer',
    many: 'customers',
    loading: 'Loading customers...',
    failed: 'Failed to load customers. Please refresh and try again.',
    done: {
      created: 'New customer added successfully.',
      updated: 'Customer details updated successfully.',
      removed: 'Customer removed successfully.',
      removedMany: 'Selected customers have been deleted successfully.',
    },
  },
  {
    ...contact,
    path: '/supplier',
    resource: 'suppliers',
    noun: 'Supplier',
    one: 'supplier',
    many: 'suppliers',
    loading: 'Loading suppliers...',
    failed: 'Error loading suppliers.',
    done: {
      created: 'Supplier created successfully.',
      updated: 'Supplier updated successfully.',
      removed: 'Supplier deleted successfully.',
      removedMany: 'Suppliers deleted successfully.',
    },
  },
  {
    ...category,
    path: '/category',
    resource: 'categories',
    noun: 'Category',
    one: 'category',
    many: 'categories',
    loading: 'Loading categories...',
    failed: 'Failed to load categories. Please refresh and try again.',
    done: {
      created: 'New category added successfully.',
      updated: 'Category details updated successfully.',
      removed: 'Category removed successfully.',
      removedMany: 'Selected categories have been deleted successfully.',
    },
  },
  {
    ...category,
    path: '/expense-category',
    resource: 'expense-categories',
    noun: 'Expense Category',
    one: 'category',
    many: 'categories',
    loading: 'Loading expense categories...',
    failed: 'Error loading expense categories.',
    done: {
      created: 'Category created successfully.',
      updated: 'Category updated successfully.',
      removed: 'Category deleted successfully.',
      removedMany: 'Categories deleted successfully.',
    },
  },
  {
    path: '/product',
    resource: 'products',
    noun: 'Product',
    one: 'product',
    many: 'products',
    loading: 'Loading products...',
    failed: 'Error loading products.',
    empty: 'No results.',
    fields: [
      { label: 'Category', value: 'Tea', shown: 'Tea', isSelect: true },
      { label: 'Cost', value: '1200', shown: '$1,200.00' },
      { label: 'Price', value: '2500', shown: '$2,500.00' },
      { label: 'Stock', value: '9', shown: '9' },
      { label: 'Description', value: '', shown: 'N/A' },
    ],
    required: [
      'Product name is required',
      'Product category is required',
      'Cost must be a positive integer',
      'Price must be a positive integer',
    ],
    invalid: [
      { label: 'Price', value: '1.5', message: 'Price must be a positive integer' },
      { label: 'Cost', value: '0', message: 'Cost must be a positive integer' },
      { label: 'Stock', value: '-1', message: 'Stock cannot be negative' },
    ],
    hides: 'Cost',
    body: async (shop, name) => ({
      name,
      price: 20,
      cost: 10,
      stock: 5,
      categoryId: await shop.firstId('categories'),
    }),
    done: {
      created: 'Product created successfully.',
      updated: 'Product updated successfully.',
      removed: 'Product removed successfully.',
      removedMany: 'Selected products have been deleted successfully.',
    },
  },
  {
    path: '/expense',
    resource: 'expenses',
    noun: 'Expense',
    one: 'expense',
    many: 'expenses',
    loading: 'Loading expenses...',
    failed: 'Error loading expenses.',
    empty: 'No results',
    fields: [
      { label: 'Amount', value: '1234', shown: '$1,234.00' },
      { label: 'Category', value: 'Power', shown: 'Power', isSelect: true },
      { label: 'Description', value: '', shown: 'N/A' },
    ],
    required: [
      'Expense name is required',
      'Amount must be a positive integer',
      'Expense category is required',
    ],
    invalid: [{ label: 'Amount', value: '-3', message: 'Amount must be a positive integer' }],
    hides: 'Amount',
    body: async (shop, name) => ({
      name,
      amount: 40,
      expenseCategoryId: await shop.firstId('expense-categories'),
    }),
    done: {
      created: 'Expense created successfully.',
      updated: 'Expense updated successfully.',
      removed: 'Expense deleted successfully.',
      removedMany: 'Expenses deleted successfully.',
    },
  },
]
