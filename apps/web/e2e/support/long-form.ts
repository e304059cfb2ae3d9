import type { ViewportSize } from '@playwright/test'

import { type ScreenState, viewportSizes } from '../pages/screen-states'

/** Marks the title of a variant for the long form of `npm test`, unless the short form plays this one too. */
export const longUnless = (isInShortForm: boolean) => (isInShortForm ? '' : ' @long')

/** The states that the short form of `npm test` checks: one of each kind of screen. */
const shortFormStates = new Set([
  'the login with its messages',
  'the dashboard',
  'the profile with its messages',
  'the customer screen with its dialog',
  'products',
  'the sales list with its details open',
  'the product search of a sale over lines with warnings',
])

/** Returns which of the states the short form checks. Fails if one of these was renamed. */
export function shortFormOf(states: readonly ScreenState[]) {
  const names = new Set(states.map(({ name }) => name))
  const unknown = [...shortFormStates].filter((name) => !names.has(name))
  if (unknown.length > 0) throw new Error(`No screen is named ${unknown.join(', ')}.`)
  return ({ name }: ScreenState) => shortFormStates.has(name)
}

/** The short form checks a wide light window and a narrow dark one. */
export function colorSchemesOf({ on }: ScreenState, size: ViewportSize) {
  if (on || process.env.STOCKIE_SHORT !== '1') return ['light', 'dark'] as const
  return size === viewportSizes.wide ? (['light'] as const) : (['dark'] as const)
}
