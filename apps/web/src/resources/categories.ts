import type { Category, CategoryInput } from '@stockie/contracts'

import { categoryFailures } from './category-failures'
import { crudOptions } from './crud-options'

export const categories = crudOptions<Category, CategoryInput>('categories', {
  load: {
    failure: 'Failed to load categories. Please try again.',
    inline: 'Failed to load categories. Please refresh and try again.',
  },
  create: {
    success: 'New category added successfully.',
    failure: categoryFailures.create,
  },
  update: {
    success: 'Category details updated successfully.',
    failure: categoryFailures.update,
  },
  remove: {
    success: 'Category removed successfully.',
    failure: categoryFailures.remove,
  },
  removeMany: {
    success: 'Selected categories have been deleted successfully.',
    failure: categoryFailures.removeMany,
  },
  restore: {
    success: 'Selected categories have been restored successfully.',
    failure: categoryFailures.restore,
  },
})
