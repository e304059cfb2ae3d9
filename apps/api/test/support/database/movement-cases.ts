import type { ConstraintCase, Row } from './valid-rows'

const movement = (rule: string, ...changes: Row[]): ConstraintCase[] =>
  changes.map((change) => [`stock_movements_${rule}`, 'stock_movements', change])

/** Movements of stock that violate a constraint. */
export const movementCases: ConstraintCase[] = [
  ...movement('delta_not_zero', { delta: 0 }),
  ...movement('edit_key_of_an_adjustment', { reason: 'opening', edit_key: 'a 5' }),
  ...movement(
    'sign_fits_reason',
    { reason: 'opening', delta: -1 },
    { reason: 'sale', sale_id: 1 },
    { reason: 'sale_deleted', sale_id: 1, turn: 1, delta: -1 },
    { reason: 'sale_restored', sale_id: 1, turn: 2 },
    { reason: 'purchase', purchase_id: 1, delta: -1 },
    { reason: 'purchase_deleted', purchase_id: 1, turn: 1 },
    { reason: 'purchase_restored', purchase_id: 1, turn: 2, delta: -1 },
    { reason: 'returned', return_id: 1, delta: -1 },
    { reason: 'return_deleted', return_id: 1, turn: 1 },
    { reason: 'return_restored', return_id: 1, turn: 2, delta: -1 },
  ),
  ...movement(
    'document_fits_reason',
    { reason: 'opening', sale_id: 1 },
    { purchase_id: 1 },
    { reason: 'sale', delta: -1 },
    { reason: 'sale', delta: -1, sale_id: 1, purchase_id: 1 },
    { reason: 'sale_deleted', turn: 1, purchase_id: 1 },
    { reason: 'sale_restored', delta: -1, turn: 2 },
    { reason: 'purchase', sale_id: 1 },
    { reason: 'purchase_deleted', delta: -1, turn: 1 },
    { reason: 'purchase_restored', turn: 2, sale_id: 1, purchase_id: 1 },
  ),
  ...movement(
    'turn_fits_reason',
    { turn: 1 },
    { reason: 'opening', turn: 2 },
    { reason: 'sale', sale_id: 1, delta: -1, turn: 2 },
    { reason: 'sale_deleted', sale_id: 1, turn: 2 },
    { reason: 'sale_restored', sale_id: 1, delta: -1, turn: 0 },
    { reason: 'purchase', purchase_id: 1, turn: 1 },
    { reason: 'purchase_deleted', purchase_id: 1, delta: -1, turn: -1 },
    { reason: 'purchase_restored', purchase_id: 1, turn: 3 },
    { reason: 'returned', return_id: 1, turn: 1 },
    { reason: 'return_deleted', return_id: 1, delta: -1, turn: 2 },
    { reason: 'return_restored', return_id: 1, turn: 1 },
  ),
  ...movement('return_fits_reason', { reason: 'returned' }, { return_id: 1 }),
]
