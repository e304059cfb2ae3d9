/** The eight resources, as their paths name them. */
export const resourcePaths = [
  'customers',
  'suppliers',
  'categories',
  'expense-categories',
  'expenses',
  'products',
  'sales',
  'purchases',
] as const

export type ResourcePath = (typeof resourcePaths)[number]
