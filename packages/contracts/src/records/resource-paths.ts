import { parkedSalesPath } from '../zod-free/api-paths'

/* Not in api-paths.ts: neither the login page nor the first list needs them. */

/** The paths of the eight resources. */
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

/** The records of the eight resources, the returns and the parked sales, which can be restored after their deletion. */
export const restorablePaths = [...resourcePaths, 'returns', parkedSalesPath] as const

export type RestorablePath = (typeof restorablePaths)[number]

/** The eight resources, the returns, the stock counts, the accounts, and the settings and the books of the shop, whose only id is 1. */
export const activityResources = [
  ...resourcePaths,
  'returns',
  'stock-counts',
  'users',
  'shop',
  'books',
] as const

export type ActivityResource = (typeof activityResources)[number]
