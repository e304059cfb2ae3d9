/** Where every call of the API begins. */
export const apiRoot = '/api/v1'

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
