import { roles, type Caller } from './callers'

/** What each caller is answered. */
export type Access = (caller: Caller) => number

const isStranger = (caller: Caller) => typeof caller === 'string'
const only =
  (allowed: readonly number[]) =>
  (status: number): Access =>
  (caller) => {
    if (isStranger(caller)) return 401
    return allowed.includes(caller) ? status : 403
  }

export const anybody =
  (status: number): Access =>
  () =>
    status
export const signedIn = only(roles)
export const staff = only([1, 2, 3])
export const owner = only([1])
