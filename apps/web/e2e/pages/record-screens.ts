import type { ShopApi } from '../support/shop-api'

/** A screen with one table. */
export interface ListScreen {
  path: string
  resource: string
  /** The name in its heading and its dialogs. */
  noun: string
  loading: string
  failed: string
}

interface FormField {
  label: string
  placeholder?: string
  /** The value that a test enters, and its text in the list. */
  value: string
  shown: string
  isSelect?: true
}

interface RecordScreen extends ListScreen {
  /** The names in its messages. */
  singular: string
  plural: string
  empty: string
  /** All fields except the name, which every record has. */
  fields: FormField[]
  /** The messages for saving an empty form. */
  required: string[]
  /** Invalid values, and the message for each. */
  invalid: { label: string; value: string; message: string }[]
  /** A column that the test hides. */
  hideableColumn?: string
  body: (shop: ShopApi, name: string) => Promise<object>
  messages: { created: string; updated: string; removed: string; removedMany: string }
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
  hideableColumn: 'Phone',
  body: (_shop: ShopApi, name: string) => Promise.resolve({ name }),
}

const category = {
  empty: 'No results',
  fields: [],
  required: ['Category name is required'],
  invalid: [],
  body: (_shop: ShopApi, name: string) => Promise.resolve({ name }),
}

/** The six screens of records, with the specification's texts. */
export const recordScreens: RecordScreen[] = [
  {
    ...contact,
    path: '/customer',
    resource: 'customers',
    noun: 'Customer',
    singular: 'customer',
    plural: 'customers',
    loading: 'Loading customers...',
    failed: 'Failed to load customers. Please refresh and try again.',
    messages: {
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
    singular: 'supplier',
    plural: 'suppliers',
    loading: 'Loading suppliers...',
    failed: 'Error loading suppliers.',
    messages: {
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
    singular: 'category',
    plural: 'categories',
    loading: 'Loading categories...',
    failed: 'Failed to load categories. Please refresh and try again.',
    messages: {
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
    singular: 'category',
    plural: 'categories',
    loading: 'Loading expense categories...',
    failed: 'Error loading expense categories.',
    messages: {
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
    singular: 'product',
    plural: 'products',
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
    hideableColumn: 'Cost',
    body: async (shop, name) => ({
      name,
      price: 20,
      cost: 10,
      stock: 5,
      categoryId: await shop.firstId('categories'),
    }),
    messages: {
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
    singular: 'expense',
    plural: 'expenses',
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
    hideableColumn: 'Amount',
    body: async (shop, name) => ({
      name,
      amount: 40,
      expenseCategoryId: await shop.firstId('expense-categories'),
    }),
    messages: {
      created: 'Expense created successfully.',
      updated: 'Expense updated successfully.',
      removed: 'Expense deleted successfully.',
      removedMany: 'Expenses deleted successfully.',
    },
  },
]

export function recordScreenOf(resource: string) {
  const found = recordScreens.find((screen) => screen.resource === resource)
  if (!found) throw new Error(`No screen shows the resource ${resource}`)
  return found
}
