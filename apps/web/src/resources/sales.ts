import type { Sale, SaleInput } from '@stockie/contracts'

import { documentRequests } from './resource-requests'

export const sales = documentRequests<Sale, SaleInput>('sales', {
  load: {
    failure: 'Failed to load sales. Please try again.',
    inline: 'Error loading sales.',
  },
  create: {
    success: 'Sales created successfully.',
    failure: 'Unable to add sales. Please check your input and try again.',
  },
  remove: {
    success: 'Sale deleted successfully.',
    failure: 'Could not delete sales. Please try again later.',
  },
  removeMany: {
    success: 'Sales deleted successfully.',
    failure: 'Failed to delete selected sales. Please try again.',
  },
  restore: {
    success: 'Sales restored successfully.',
    failure: 'Failed to restore selected sales. Please try again.',
  },
})
