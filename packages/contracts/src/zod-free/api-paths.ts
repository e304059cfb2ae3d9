/** The prefix of every API path. */
export const apiRoot = '/api/v1'

/** Every page of an owner asks it, before any form needs zod. */
export const knownLoginsPath = 'users/known-logins'

/** Every page asks it every few seconds, and needs no zod for it. */
export const changesPath = 'changes'

/** An empty list of documents asks it, and needs no zod for it. */
export const profitSummaryPath = 'reports/profit-summary'

/** The create screen asks it, and needs no zod for it. */
export const parkedSalesPath = 'parked-sales'

/** The dialogs of all records ask it for their history, before they need zod. */
export const activityPath = 'activity'
