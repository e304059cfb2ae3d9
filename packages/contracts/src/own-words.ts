/**
 * What whoever knows that a shop runs Stockie would try first: its name and its demo's, and whom and what it is for.
 * For letters alone, what stands between the words taken out.
 */
export const ofOwnWords =
  /^(?:stockie|demo|admin|owner|manager|cashier|staff|user|business|shop|store|stock|sales?|till)+$/
