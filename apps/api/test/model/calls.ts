import { problem, type ResourcePath } from '@stockie/contracts'
import type { Shop } from './shop-model'

export type User = { id: number; name: string; token: string }

/** One request of a step, and how the model judges what is answered. */
export type Call = {
  /** Counts all calls of a sequence. */
  number: number
  user: User
  /** Which of the two running programs is asked. */
  api: number
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: string
  key?: string
  resource: ResourcePath
  /** What must have happened for this answer to be right. An answer that never can be throws. */
  explain: (answer: ModelAnswer) => Explanation
}

export type ModelAnswer = { status: number; body: unknown }

/** Where calls and what they choose among come from: the shop as it is before the step. */
export type CallContext = { shop: Shop; step: number; number: number; user: User; api: number }

export type Explanation = {
  effects: readonly Effect[]
  /** Of removals: how many records the call of this number has changed, by its own words. */
  claimed?: { call: number; count: number }
}

/** Something that happened at one moment of its own. */
export type Effect = {
  touches: readonly Touch[]
  /** The shop afterwards; undefined where it cannot have happened in this shop. */
  apply: (shop: Shop) => Shop | undefined
}

/** Reading and adding go along with their like in any order; changing goes along with nothing. */
export type Touch = { resource: string; access: 'reads' | 'adds to' | 'changes' }

export const reading = (resource: string): Touch => ({ resource, access: 'reads' })
export const addingTo = (resource: string): Touch => ({ resource, access: 'adds to' })
export const changing = (resource: string): Touch => ({ resource, access: 'changes' })

export const recordKey = (resource: ResourcePath, id: number) => `${resource}/${id}`
export const stockKey = (productId: number) => `stock/${productId}`

export function impossibleAnswer({ status, body }: ModelAnswer): Error {
  return new Error(`This is never a right answer: ${status} ${JSON.stringify(body)}`)
}

export function touchedProductIds(happenings: readonly Effect[]): number[] {
  const names = happenings.flatMap(({ touches }) => touches.map(({ resource: what }) => what))
  return [...new Set(names)]
    .filter((name) => name.startsWith('stock/'))
    .map((name) => Number(name.slice('stock/'.length)))
}

/** Whether it is a 422 that names exactly these fields. */
export function isRejectedFor({ status, body }: ModelAnswer, paths: readonly string[]): boolean {
  const parsed = problem.safeParse(body)
  if (status !== 422 || !parsed.success) return false
  const named = new Set(parsed.data.errors?.map(({ path }) => path))
  return paths.length > 0 && named.size === paths.length && paths.every((path) => named.has(path))
}

/** The id of what was created: one that nothing had before. */
export function newId(shop: Shop, resource: ResourcePath, answer: ModelAnswer): number {
  const id = numberIn(answer.body, idFields[resource] ?? 'id')
  if (id === undefined || shop[resource].has(id)) throw impossibleAnswer(answer)
  return id
}

const idFields: { [Resource in ResourcePath]?: string } = {
  sales: 'saleId',
  purchases: 'purchaseId',
}

function numberIn(body: unknown, field: string): number | undefined {
  const value: unknown = Object(body)[field]
  return typeof value === 'number' ? value : undefined
}

/** The instant that only the API knows. */
export function createdAtIn({ body }: ModelAnswer): string {
  return String(Object(body).createdAt)
}
