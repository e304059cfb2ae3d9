import { changeOf, isWholeCents, maxAmount } from '@stockie/contracts'

import { isAmount, parseAmount } from './draft'

/** The payment of a customer for a sale. It is printed on the slip, and not stored. */
export interface Payment {
  received: number
  /** Below 0 if less was received than the total. */
  change: number
}

/** A payment, or why the text is none. Neither if the field is empty or the total is not exact. */
interface ParsedPayment {
  payment?: Payment
  problem?: string
}

/** Parses the amount that a customer gave, as typed. */
export function parsePayment(text: string, totalAmount: number): ParsedPayment {
  if (text.trim() === '' || totalAmount > maxAmount) return {}
  const received = parseAmount(text)
  const problem = findProblem(text, received)
  if (problem !== undefined) return { problem }
  return { payment: { received, change: changeOf(received, totalAmount) } }
}

function findProblem(text: string, received: number) {
  if (!isAmount(text)) return 'Not a number.'
  if (received < 0) return 'Less than 0.'
  if (received > maxAmount) return 'Too much.'
  return isWholeCents(received) ? undefined : 'More than two decimals.'
}
