/** The prefix of every API path. */
export const apiRoot = '/api/v1'

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

/** Every page of an owner asks it, before any form needs zod. */
export const knownLoginsPath = 'users/known-logins'

/** Every page asks it every few seconds, and needs no zod for it. */
export const changesPath = 'changes'

/** An empty list of documents asks it, and needs no zod for it. */
export const profitSummaryPath = 'reports/profit-summary'

/** The create screen asks it, and needs no zod for it. */
export const parkedSalesPath = 'parked-sales'

/** The records of the eight resources and the parked sales, which can be restored after their deletion. */
export const restorablePaths = [...resourcePaths, parkedSalesPath] as const

export type RestorablePath = (typeof restorablePaths)[number]

/** The dialogs of all records ask it for their history, before they need zod. */
export const activityPath = 'activity'

/** The eight resources, the accounts, and the settings of the shop, whose only id is 1. */
export const activityResources = [...resourcePaths, 'users', 'shop'] as const

export type ActivityResource = (typeof activityResources)[number]
