/** Who calls: an account that signed in, with its role, or somebody whose token is none. */
export const roles = [1, 2, 3, 4, 2_147_483_647] as const
export const strangers = [
  'nobody',
  'a token of nobody',
  'an expired token',
  'a removed account',
  'a token from before the password changed',
  'a token from before the role changed',
  'a token that was logged out of',
] as const

export type Caller = (typeof roles)[number] | (typeof strangers)[number]
