/** The specification's toasts for each request: after a success and after a failure. */
export const expectedSentences = {
  customers: [
    [
      'POST /customers',
      'New customer added successfully.',
      'Unable to add customer. Please check your input and try again.',
    ],
    [
      'PUT /customers/7',
      'Customer details updated successfully.',
      'Failed to update customer. Please try again.',
    ],
    [
      'DELETE /customers/7',
      'Customer removed successfully.',
      'Could not delete customer. Please try again later.',
    ],
    [
      'DELETE /customers/bulk',
      'Selected customers have been deleted successfully.',
      'Failed to delete selected customers. Please try again.',
    ],
  ],
  suppliers: [
    [
      'POST /suppliers',
      'Supplier created successfully.',
      'Unable to add supplier. Please check your input and try again.',
    ],
    [
      'PUT /suppliers/7',
      'Supplier updated successfully.',
      'Failed to update supplier. Please try again.',
    ],
    [
      'DELETE /suppliers/7',
      'Supplier deleted successfully.',
      'Could not delete supplier. Please try again later.',
    ],
    [
      'DELETE /suppliers/bulk',
      'Suppliers deleted successfully.',
      'Failed to delete selected suppliers. Please try again.',
    ],
  ],
  categories: [
    [
      'POST /categories',
      'New category added successfully.',
      'Unable to add category. Please check your input and try again.',
    ],
    [
      'PUT /categories/7',
      'Category details updated successfully.',
      'Failed to update category. Please try again.',
    ],
    [
      'DELETE /categories/7',
      'Category removed successfully.',
      'Could not delete category. Please try again later.',
    ],
    [
      'DELETE /categories/bulk',
      'Selected categories have been deleted successfully.',
      'Failed to delete selected categories. Please try again.',
    ],
  ],
  'expense-categories': [
    [
      'POST /expense-categories',
      'Category created successfully.',
      'Unable to add category. Please check your input and try again.',
    ],
    [
      'PUT /expense-categories/7',
      'Category updated successfully.',
      'Failed to update category. Please try again.',
    ],
    [
      'DELETE /expense-categories/7',
      'Category deleted successfully.',
      'Could not delete category. Please try again later.',
    ],
    [
      'DELETE /expense-categories/bulk',
      'Categories deleted successfully.',
      'Failed to delete selected categories. Please try again.',
    ],
  ],
  expenses: [
    [
      'POST /expenses',
      'Expense created successfully.',
      'Unable to add expense. Please check your input and try again.',
    ],
    [
      'PUT /expenses/7',
      'Expense updated successfully.',
      'Failed to update expense. Please try again.',
    ],
    [
      'DELETE /expenses/7',
      'Expense deleted successfully.',
      'Could not delete expense. Please try again later.',
    ],
    [
      'DELETE /expenses/bulk',
      'Expenses deleted successfully.',
      'Failed to delete selected expenses. Please try again.',
    ],
  ],
  products: [
    [
      'POST /products',
      'Product created successfully.',
      'Unable to add product. Please check your input and try again.',
    ],
    [
      'PUT /products/7',
      'Product updated successfully.',
      'Failed to update product. Please try again.',
    ],
    [
      'DELETE /products/7',
      'Product removed successfully.',
      'Could not delete product. Please try again later.',
    ],
    [
      'DELETE /products/bulk',
      'Selected products have been deleted successfully.',
      'Failed to delete selected products. Please try again.',
    ],
  ],
  sales: [
    [
      'POST /sales',
      'Sales created successfully.',
      'Unable to add sales. Please check your input and try again.',
    ],
    [
      'DELETE /sales/7',
      'Sale deleted successfully.',
      'Could not delete sales. Please try again later.',
    ],
    [
      'DELETE /sales/bulk',
      'Sales deleted successfully.',
      'Failed to delete selected sales. Please try again.',
    ],
  ],
  purchases: [
    [
      'POST /purchases',
      'Purchase created successfully.',
      'Unable to add purchase. Please check your input and try again.',
    ],
    [
      'DELETE /purchases/7',
      'Purchase deleted successfully.',
      'Could not delete purchase. Please try again later.',
    ],
    [
      'DELETE /purchases/bulk',
      'Purchases deleted successfully.',
      'Failed to delete selected purchases. Please try again.',
    ],
  ],
} as const
