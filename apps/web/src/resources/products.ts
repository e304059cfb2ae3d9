import type { Product, ProductUpdate } from '@stockie/contracts'

import { crudRequests } from './resource-requests'

export const products = crudRequests<Product, ProductUpdate>('products', {
  load: {
    failure: 'Failed to load products. Please try again.',
    inline: 'Error loading products.',
  },
  create: {
    success: 'Product created successfully.',
    failure: 'Unable to add product. Please check your input and try again.',
  },
  update: {
    success: 'Product updated successfully.',
    failure: 'Failed to update product. Please try again.',
  },
  remove: {
    success: 'Product removed successfully.',
    failure: 'Could not delete product. Please try again later.',
  },
  removeMany: {
    success: 'Selected products have been deleted successfully.',
    failure: 'Failed to delete selected products. Please try again.',
  },
  restore: {
    success: 'Selected products have been restored successfully.',
    failure: 'Failed to restore selected products. Please try again.',
  },
})
