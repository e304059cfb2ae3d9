/** Both kinds of categories fail in the same words. */
export const categoryFailures = {
  create: 'Unable to add category. Please check your input and try again.',
  update: 'Failed to update category. Please try again.',
  remove: 'Could not delete category. Please try again later.',
  removeMany: 'Failed to delete selected categories. Please try again.',
  restore: 'Failed to restore selected categories. Please try again.',
}
