import { readStored, writeStored } from './browser-storage'
import { createStore, useStore } from './external-store'

const densityKey = 'stockie-row-density'
const densities = { comfortable: 'Comfortable', compact: 'Compact' } as const
export type RowDensity = keyof typeof densities

/** The choices of the View menu, with their labels. */
export const densityChoices = Object.entries(densities) as [RowDensity, string][]

const densityStore = createStore<RowDensity>(
  readStored(densityKey) === 'comfortable' ? 'comfortable' : 'compact',
)

/** The height of the rows of all lists. This browser remembers it. */
export function useRowDensity() {
  return useStore(densityStore)
}

export function chooseRowDensity(density: RowDensity) {
  writeStored(densityKey, density)
  densityStore.set(density)
}
