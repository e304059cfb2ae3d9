import { stockMovements as contract, type StockMovement } from '@stockie/contracts'

import { pagedRequests } from './paged-requests'

/** The stock movements of a product, newest first. */
export function stockMovements(productId: number) {
  return pagedRequests<StockMovement>({
    path: contract.path.replace('{id}', String(productId)),
    keyOf: ({ id }) => id,
    failure: 'Failed to load stock movements. Please try again.',
  })
}
