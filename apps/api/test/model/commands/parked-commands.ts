import { isDeepStrictEqual } from 'node:util'
import { countAnswer, parkedSalesPath, problem } from '@stockie/contracts'
import {
  type Call,
  type CallContext,
  changing,
  createdAtIn,
  impossibleAnswer,
  isRejectedFor,
  type ModelAnswer,
  newId,
  reading,
  recordKey,
  type Touch,
} from '#test/model/calls'
import { pickAlive, pickParked, textOf } from '#test/model/choices'
import { dollars, lineCents } from '#test/model/amounts'
import { parkedRowOf } from '#test/model/expected/expected-rows'
import type { ParkPlan, RemoveParkedPlan, TakePlan } from '#test/model/sequence-plans'
import type { ParkedSale, Shop } from '#test/model/shop-model'

type Parking = Pick<
  ParkedSale,
  'name' | 'customerId' | 'discount' | 'shipping' | 'remark' | 'lines'
>

/** A sale to park. All copies of it have the same body and the same key. */
export type ParkSubmission = { parking: Parking; key: string | undefined }

export function planParking(plan: ParkPlan, { shop, number }: CallContext): ParkSubmission {
  const text = textOf(plan.text).trim()
  const parking = {
    name: plan.text % 3 === 0 ? text : null,
    // The rest are sales without a customer.
    customerId: plan.party < 24 ? pickAlive(shop, 'customers', plan.party) : null,
    discount: plan.discount,
    shipping: plan.shipping,
    remark: plan.text % 2 === 0 ? text : null,
    lines: plan.lines.map(({ product, price, quantity }) => ({
      productId: pickAlive(shop, 'products', product),
      price,
      quantity,
    })),
  }
  return { parking, key: plan.key === 0 ? undefined : `park-${number}` }
}

export function park({ parking, key }: ParkSubmission, context: CallContext): Call {
  const body = {
    ...parking,
    discount: dollars(parking.discount),
    shippingFees: dollars(parking.shipping),
    saleDetails: parking.lines.map((line) => ({ ...line, total: dollars(lineCents(line)) })),
  }
  const text = JSON.stringify(body)
  const keyName = key && `${parkedSalesPath}/${context.user.id}/${key}`
  return {
    ...context,
    resource: parkedSalesPath,
    method: 'POST',
    path: `/${parkedSalesPath}`,
    body: text,
    ...(key && { key }),
    explain(answer) {
      const flaws = flawsOf(parking)
      if (flaws.length > 0) {
        if (!isRejectedFor(answer, flaws)) throw impossibleAnswer(answer)
        return { effects: [] }
      }
      if (![201, 422].includes(answer.status)) throw impossibleAnswer(answer)
      const touches = [...namesIn(parking), ...(keyName ? [changing(keyName)] : [])]
      const apply = (shop: Shop) => applyParking(shop, parking, answer, context, keyName)
      return { effects: [{ touches, apply }] }
    },
  }
}

/** The fields that the contract refuses. */
function flawsOf({ customerId, lines }: Parking): string[] {
  if (customerId === null && lines.length === 0) return ['saleDetails']
  const ids = lines.map(({ productId }) => productId)
  return ids.flatMap((id, index) =>
    ids.indexOf(id) < index ? [`saleDetails.${index}.productId`] : [],
  )
}

/** The records whose names a parked sale shows. */
function namesIn({ customerId, lines }: Pick<Parking, 'customerId' | 'lines'>): Touch[] {
  return [
    ...(customerId === null ? [] : [reading(recordKey('customers', customerId))]),
    ...lines.map(({ productId }) => reading(recordKey('products', productId))),
  ]
}

function applyParking(
  shop: Shop,
  parking: Parking,
  answer: ModelAnswer,
  { user }: CallContext,
  keyName: string | undefined,
): Shop | undefined {
  const { customerId, lines } = parking
  const unknown = [
    ...(customerId === null || shop.customers.has(customerId) ? [] : ['customerId']),
    ...lines.flatMap(({ productId }, index) =>
      shop.products.has(productId) ? [] : [`saleDetails.${index}.productId`],
    ),
  ]
  if (answer.status === 422) return isRejectedFor(answer, unknown) ? shop : undefined
  if (unknown.length > 0) return undefined
  const first = keyName === undefined ? undefined : shop.keys.get(keyName)
  const known = first && shop.parked.get(first.id)
  if (known) return isDeepStrictEqual(answer.body, parkedRowOf(shop, known)) ? shop : undefined
  const id = newId(shop, parkedSalesPath, answer)
  const createdAt = createdAtIn(answer)
  const sale: ParkedSale = {
    ...parking,
    id,
    createdAt,
    createdByName: user.name,
    taken: null,
    deletion: null,
  }
  if (!isDeepStrictEqual(answer.body, parkedRowOf(shop, sale))) return undefined
  const after = withParked(shop, sale)
  if (keyName === undefined) return after
  return { ...after, keys: new Map(after.keys).set(keyName, { body: '', id }) }
}

/** Resumes a parked sale. Users share the keys, but a key counts for its own user only. */
export function planTake(plan: TakePlan, context: CallContext): Call {
  const { user, shop: before } = context
  const id = pickParked(before, plan.target)
  const key = plan.key === 0 ? undefined : `take-${plan.key}`
  const sale = before.parked.get(id)
  return {
    ...context,
    resource: parkedSalesPath,
    method: 'POST',
    path: `/${parkedSalesPath}/${id}/take`,
    ...(key && { key }),
    explain(answer) {
      if (![200, 404, 409].includes(answer.status)) throw impossibleAnswer(answer)
      const touches = [changing(parkedKey(id)), ...(sale ? namesIn(sale) : [])]
      const apply = (shop: Shop) =>
        applyTake(shop, id, { userId: user.id, by: user.name, key }, answer)
      return { effects: [{ touches, apply }] }
    },
  }
}

function applyTake(
  shop: Shop,
  id: number,
  taker: NonNullable<ParkedSale['taken']>,
  { status, body }: ModelAnswer,
): Shop | undefined {
  const sale = shop.parked.get(id)
  if (!sale || sale.deletion) return status === 404 ? shop : undefined
  const { taken } = sale
  const isRepeated = taken?.userId === taker.userId && taken.key === taker.key && taker.key
  if (taken && !isRepeated) {
    const { takenByName } = problem.safeParse(body).data ?? {}
    return status === 409 && takenByName === taken.by ? shop : undefined
  }
  if (status !== 200 || !isDeepStrictEqual(body, parkedRowOf(shop, sale))) return undefined
  return taken ? shop : withParked(shop, { ...sale, taken: taker })
}

/** Deletes a parked sale or restores one. */
export function planParkedRemoval(plan: RemoveParkedPlan, context: CallContext): Call {
  const id = pickParked(context.shop, plan.target)
  const { isDeletion } = plan
  const { step, number: call, user } = context
  return {
    ...context,
    resource: parkedSalesPath,
    method: isDeletion ? 'DELETE' : 'POST',
    path: `/${parkedSalesPath}/${isDeletion ? id : 'restore'}`,
    ...(!isDeletion && { body: JSON.stringify({ ids: [id] }) }),
    explain(answer) {
      const count = isDeletion
        ? deletedCount(answer)
        : countAnswer.safeParse(answer.body).data?.count
      if (count === undefined) throw impossibleAnswer(answer)
      const deletion = isDeletion ? { step, call, by: user.name } : null
      const apply = (shop: Shop) => {
        const sale = shop.parked.get(id)
        const isChanged = sale && !sale.taken && (sale.deletion === null) === isDeletion
        if (Boolean(isChanged) !== (count === 1)) return undefined
        return isChanged ? withParked(shop, { ...sale, deletion }) : shop
      }
      return { effects: [{ touches: [changing(parkedKey(id))], apply }] }
    },
  }
}

function deletedCount({ status }: ModelAnswer): number | undefined {
  if (status === 204) return 1
  return status === 404 ? 0 : undefined
}

function withParked(shop: Shop, sale: ParkedSale): Shop {
  return { ...shop, parked: new Map(shop.parked).set(sale.id, sale) }
}

const parkedKey = (id: number) => `${parkedSalesPath}/${id}`
