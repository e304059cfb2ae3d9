import type { Customer, CustomerInput } from '@stockie/contracts'

import { crudRequests } from './resource-requests'

export const customers = crudRequests<Customer, CustomerInput>('customers', {
  load: {
    failure: 'Failed to load customers. Please try again.',
    inline: 'Failed to load customers. Please refresh and try again.',
  },
  create: {
    success: 'New customer added successfully.',
    failure: 'Unable to add customer. Please check your input and try again.',
  },
  update: {
    success: 'Customer details updated successfully.',
    failure: 'Failed to update customer. Please try again.',
  },
  remove: {
    success: 'Customer removed successfully.',
    failure: 'Could not delete customer. Please try again later.',
  },
  removeMany: {
    success: 'Selected customers have been deleted successfully.',
    failure: 'Failed to delete selected customers. Please try again.',
  },
  restore: {
    success: 'Selected customers have been restored successfully.',
    failure: 'Failed to restore selected customers. Please try again.',
  },
})
