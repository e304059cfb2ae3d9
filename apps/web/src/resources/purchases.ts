import type { Purchase } from '@stockie/contracts'

import { documentRequests } from './resource-requests'

export const purchases = documentRequests<Purchase>('purchases', {
  load: {
    failure: 'Failed to load purchases. Please try again.',
    inline: 'Error loading purchases.',
  },
  create: {
    success: 'Purchase created successfully.',
    failure: 'Unable to add purchase. Please check your input and try again.',
  },
  remove: {
    success: 'Purchase deleted successfully.',
    failure: 'Could not delete purchase. Please try again later.',
  },
  removeMany: {
    success: 'Purchases deleted successfully.',
    failure: 'Failed to delete selected purchases. Please try again.',
  },
  restore: {
    success: 'Purchases restored successfully.',
    failure: 'Failed to restore selected purchases. Please try again.',
  },
})
