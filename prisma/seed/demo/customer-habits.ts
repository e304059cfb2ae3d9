import type { Book } from '../book'
import { type DraftLine, type SaleDraft, chargeLines } from '../documents'
import { businessIds, walkInId } from './customers'
import type { Demo } from './demo-state'

const walkInShare = 0.6
const businessShare = 0.05

/** How likely a kind of customer gets a discount, of how much, and has it brought, for how much. */
const habits = {
  walkIn: { discounted: 0.03, percent: 5, delivered: 0, fee: 0 },
  regular: { discounted: 0.12, percent: 5, delivered: 0.08, fee: 9.5 },
  business: { discounted: 0.9, percent: 10, delivered: 0.7, fee: 6.9 },
}

const remarks = [
  'Gift wrapped',
  'Will collect on Saturday',
  'Paid half in cash, half by card',
  'Receipt by e-mail',
  'Exchange possible until the end of the month',
  'For the staff party',
] as const
const remarked = 0.04

/** Most leave no name; a few are the cafés nearby; the rest are the shop's regulars. */
export function pickCustomer({ random, customersKnown }: Demo): number {
  const kind = random.next()
  if (kind < walkInShare) return walkInId
  const lastBusiness = walkInId + businessIds.length
  return kind < walkInShare + businessShare
    ? random.int(walkInId + 1, lastBusiness)
    : random.int(lastBusiness + 1, customersKnown)
}

function kindOf(customerId: number): keyof typeof habits {
  if (customerId === walkInId) return 'walkIn'
  return businessIds.includes(customerId) ? 'business' : 'regular'
}

/** Discount, shipping and a remark, as that customer's kind has them. */
export function pickExtras(
  { book, random }: Demo,
  customerId: number,
  lines: readonly DraftLine[],
): Pick<SaleDraft, 'discount' | 'shippingFees' | 'remark'> {
  const { discounted, percent, delivered, fee } = habits[kindOf(customerId)]
  return {
    discount: random.chance(discounted) ? percentOf(book, lines, percent) : 0,
    shippingFees: random.chance(delivered) ? fee : 0,
    remark: random.chance(remarked) ? random.pick(remarks) : undefined,
  }
}

/** Prices are whole dollars, so a percentage of them is whole cents. */
function percentOf(book: Book, lines: readonly DraftLine[], percent: number): number {
  const { subtotal } = chargeLines(book, lines, 'price')
  return (subtotal * percent) / 100
}
