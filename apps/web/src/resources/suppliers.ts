import type { Supplier, SupplierInput } from '@stockie/contracts'

import { crudRequests } from './resource-requests'

export const suppliers = crudRequests<Supplier, SupplierInput>('suppliers', {
  load: {
    failure: 'Failed to load suppliers. Please try again.',
    inline: 'Error loading suppliers.',
  },
  create: {
    success: 'Supplier created successfully.',
    failure: 'Unable to add supplier. Please check your input and try again.',
  },
  update: {
    success: 'Supplier updated successfully.',
    failure: 'Failed to update supplier. Please try again.',
  },
  remove: {
    success: 'Supplier deleted successfully.',
    failure: 'Could not delete supplier. Please try again later.',
  },
  removeMany: {
    success: 'Suppliers deleted successfully.',
    failure: 'Failed to delete selected suppliers. Please try again.',
  },
  restore: {
    success: 'Suppliers restored successfully.',
    failure: 'Failed to restore selected suppliers. Please try again.',
  },
})
