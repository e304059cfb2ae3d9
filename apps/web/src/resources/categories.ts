import type { Category, CategoryInput } from '@stockie/contracts'

import { crudRequests } from './resource-requests'

/** Product categories and expense categories share these sentences. */
export const categoryFailures = {
  create: 'Unable to add category. Please check your input and try again.',
  update: 'Failed to update category. Please try again.',
  remove: 'Could not delete category. Please try again later.',
  removeMany: 'Failed to delete selected categories. Please try again.',
  restore: 'Failed to restore selected categories. Please try again.',
}

export const categories = crudRequests<Category, CategoryInput>('categories', {
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
