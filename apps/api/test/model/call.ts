import type { ResourcePath } from '@stockie/contracts'
import type { Shop } from './shop'

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
  explain: (answer: Answer) => Explanation
}

export type Answer = { status: number; body: unknown }

/** Where calls and what they choose among come from: the shop as it is before the step. */
export type Scene = { shop: Shop; step: number; number: number; user: User; api: number }

export type Explanation = {
  happenings: readonly Happening[]
  /** Of removals: how many records the call of this number has changed, by its own words. */
  changed?: { call: number; count: number }
}

/** Something that happened at one moment of its own. */
export type Happening = {
  touches: readonly Touch[]
  /** The shop afterwards; undefined where it cannot have happened in this shop. */
  happen: (shop: Shop) => Shop | undefined
}

/** Reading and adding go along with their like in any order; changing goes along with nothing. */
export type Touch = { what: string; how: 'reads' | 'adds to' | 'changes' }

export const reads = (what: string): Touch => ({ what, how: 'reads' })
export const addsTo = (what: string): Touch => ({ what, how: 'adds to' })
export const changes = (what: string): Touch => ({ what, how: 'changes' })

export const recordName = (resource: ResourcePath, id: number) => `${resource}/${id}`
export const stockName = (productId: number) => `stock/${productId}`

export function neverRight({ status, body }: Answer): Error {
  return new Error(`This is never a right answer: ${status} ${JSON.stringify(body)}`)
}

export function touchedStocks(happenings: readonly Happening[]): number[] {
  const names = happenings.flatMap(({ touches }) => touches.map(({ what }) => what))
  return [...new Set(names)]
    .filter((name) => name.startsWith('stock/'))
    .map((name) => Number(name.slice('stock/'.length)))
}
