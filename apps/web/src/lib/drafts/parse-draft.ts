import { idempotencyKey, isoDate, limits } from '@stockie/contracts'
import { z } from 'zod'

import { blankDraft, type Draft, type DraftLine } from './draft'

const id = z.int().min(1)

const line = z.object({
  productId: id,
  name: z.string(),
  price: z.int().min(1).max(limits.integer),
  quantity: z.int().min(1),
})

/** All but the lines. What is broken begins afresh by itself. */
const rest = z.object({
  owner: id.nullable().catch(null),
  party: z.object({ id, name: z.string() }).nullable().catch(blankDraft.party),
  date: z
    .union([isoDate, z.literal('')])
    .nullable()
    .catch(blankDraft.date),
  pickedOn: isoDate.nullable().catch(blankDraft.pickedOn),
  sentOn: isoDate.nullable().catch(blankDraft.sentOn),
  remark: z.string().catch(blankDraft.remark),
  discount: z.string().catch(blankDraft.discount),
  shippingFees: z.string().catch(blankDraft.shippingFees),
  key: idempotencyKey.catch(blankDraft.key),
  attempts: z.array(z.unknown()).catch([]),
})

export type ParsedRest = Omit<Draft, 'lines'> & { owner: number | null }

/** Older versions, other programs and people with developer tools have written here too. */
export function parseLines(stored: unknown, maxQuantity: number): DraftLine[] {
  const found = new Map<number, DraftLine>()
  for (const one of Array.isArray(stored) ? stored : []) {
    const { data } = line.safeParse(one)
    if (!data || found.has(data.productId)) continue
    found.set(data.productId, { ...data, quantity: Math.min(data.quantity, maxQuantity) })
  }
  return [...found.values()]
}

export function parseRest(stored: unknown): ParsedRest {
  return rest.safeParse(stored).data ?? rest.parse({})
}
