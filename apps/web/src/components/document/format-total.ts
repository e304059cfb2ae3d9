import { maxAmount } from '@stockie/contracts'

import { formatMoney } from '@/lib/format'

/** Beyond what can be recorded a sum is no longer exact, and is not shown as if it were. */
export function formatTotal(amount: number) {
  return amount > maxAmount ? 'Too much' : formatMoney(amount)
}
