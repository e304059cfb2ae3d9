/** What the shops hold that measures are made in; all days are relative to the day of the run. */
export const sizes = {
  e2e: { profile: 'e2e' },
  '100k': { profile: 'bench', sales: 100_000, products: 10_000 },
  '1m': { profile: 'bench', sales: 1_000_000, products: 10_000 },
  'products-100k': { profile: 'bench', sales: 1_000, products: 100_000 },
} as const

export type Size = keyof typeof sizes
