import type { AdjustmentReason } from '@stockie/contracts'

/** Why a user changed a stock by hand, in the order of the form. */
export const adjustmentReasonNames: Record<AdjustmentReason, string> = {
  damaged: 'Damaged',
  lost: 'Lost',
  'own-use': 'Own use',
  found: 'Found',
  correction: 'Correction',
}
