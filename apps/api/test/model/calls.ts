import {
  codeForms,
  parkedSalesPath,
  problem,
  type ResourcePath,
  resourcePaths,
} from '@stockie/contracts'
import type { Shop } from './shop-model'

/** The roles are 1 owner, 2 manager and 3 cashier. */
export type User = { id: number; name: string; role: number; token: string }

/** One request of a step, and how the model explains its answer. */
export type Call = {
  /** The number of the call within its sequence. */
  number: number
  user: User
  /** The index of the API process that receives the call. */
  api: number
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: string
  key?: string
  /** The version that an edit began with. */
  version?: number | undefined
  resource: ResourcePath | typeof parkedSalesPath | 'returns' | 'day-sheets' | 'stock-counts'
  /** Returns the effects that would make this answer correct. Throws if no state of the shop allows it. */
  explain: (answer: ModelAnswer) => Explanation
}

export type ModelAnswer = { status: number; body: unknown }

/** The context in which a plan becomes a call. The shop is the one before the step. */
export type CallContext = { shop: Shop; step: number; number: number; user: User; api: number }

export type Explanation = {
  effects: readonly Effect[]
  /** For deletions and restores: how many records the call claims to have changed. */
  claimed?: { call: number; count: number }
  /** The records of a bulk deletion, which later calls may restore. */
  batch?: Batch
}

/** A bulk deletion: its name in the API, its call, and the ids that it was asked to delete. */
export type Batch = {
  name: string
  call: number
  resource: ResourcePath
  ids: readonly number[]
}

/** An atomic change of the shop, or a read of it. */
export type Effect = {
  touches: readonly Touch[]
  /** Returns the shop afterwards, or undefined if the effect is impossible in this shop. */
  apply: (shop: Shop) => Shop | undefined
}

/** Two reads commute, and so do two additions. A change commutes with nothing. */
export type Touch = { resource: string; access: 'reads' | 'adds to' | 'changes' }

export const reading = (resource: string): Touch => ({ resource, access: 'reads' })
export const addingTo = (resource: string): Touch => ({ resource, access: 'adds to' })
export const changing = (resource: string): Touch => ({ resource, access: 'changes' })

export const recordKey = (resource: ResourcePath, id: number) => `${resource}/${id}`
export const stockKey = (productId: number) => `stock/${productId}`
export const stockCountKey = (id: number) => `stock-counts/${id}`
/** The products of the shop, and their categories. A new stock count reads it. */
export const productList = 'product list'
/** The sales and returns of all days. A cash count reads those of its day. */
export const dayFigures = 'day figures'

/** The code that a write gives to a product, takes from it, or finds taken. */
export function codeTouches(...codes: unknown[]): Touch[] {
  return codes.flatMap((code) =>
    typeof code === 'string' && code.trim() !== ''
      ? [changing(`code/${codeForms(code.trim())[0]}`)]
      : [],
  )
}

/** A product may get a code in this step, so every other change of the product touches that code too. */
export function shareCodes(effects: readonly Effect[]): Effect[] {
  const named = (effect: Effect, prefix: string) =>
    effect.touches.filter(
      ({ access, resource }) => access === 'changes' && resource.startsWith(prefix),
    )
  const codes = new Map<string, Touch[]>()
  for (const effect of effects) {
    for (const { resource } of named(effect, 'products/')) {
      codes.set(resource, [...(codes.get(resource) ?? []), ...named(effect, 'code/')])
    }
  }
  return effects.map((effect) => ({
    ...effect,
    touches: [
      ...effect.touches,
      ...named(effect, 'products/').flatMap(({ resource }) => codes.get(resource) ?? []),
    ],
  }))
}

export function impossibleAnswer({ status, body }: ModelAnswer): Error {
  return new Error(`No state of the shop allows this answer: ${status} ${JSON.stringify(body)}`)
}

export function touchedProductIds(effects: readonly Effect[]): number[] {
  const names = effects.flatMap(({ touches }) => touches.map(({ resource }) => resource))
  return [...new Set(names)]
    .filter((name) => name.startsWith('stock/'))
    .map((name) => Number(name.slice('stock/'.length)))
}

/** The records that several calls changed. Only their activities tell which call came first. */
export function contestedRecords(
  effects: readonly Effect[],
): { resource: ResourcePath; id: number }[] {
  const changed = effects.flatMap(({ touches }) =>
    touches.filter(({ access }) => access === 'changes').map(({ resource }) => resource),
  )
  const names = new Set(changed.filter((name, index) => changed.indexOf(name) !== index))
  return resourcePaths.flatMap((resource) =>
    [...names]
      .filter((name) => name.startsWith(`${resource}/`) && /\/\d+$/.test(name))
      .map((name) => ({ resource, id: Number(name.slice(resource.length + 1)) })),
  )
}

/** Whether the answer is a 422 that names exactly these fields. */
export function isRejectedFor({ status, body }: ModelAnswer, paths: readonly string[]): boolean {
  const parsed = problem.safeParse(body)
  if (status !== 422 || !parsed.success) return false
  const named = new Set(parsed.data.errors?.map(({ path }) => path))
  return paths.length > 0 && named.size === paths.length && paths.every((path) => named.has(path))
}

/** Returns the id of a created record. Throws if the shop had this id before. */
export function newId(shop: Shop, resource: Call['resource'], answer: ModelAnswer): number {
  const id = numberIn(answer.body, idFields[resource] ?? 'id')
  const known = resource === parkedSalesPath ? shop.parked : shop[resource]
  if (id === undefined || known.has(id)) throw impossibleAnswer(answer)
  return id
}

const idFields: { [Resource in Call['resource']]?: string } = {
  sales: 'saleId',
  purchases: 'purchaseId',
}

function numberIn(body: unknown, field: string): number | undefined {
  const value: unknown = Object(body)[field]
  return typeof value === 'number' ? value : undefined
}

/** Reads createdAt from the answer, because only the API knows the instant. */
export function createdAtIn({ body }: ModelAnswer): string {
  return String(Object(body).createdAt)
}

/** Reads when an expense was entered, for the same reason. */
export function enteredAtIn({ body }: ModelAnswer): string {
  return String(Object(body).enteredAt)
}
