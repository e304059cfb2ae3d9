/**
 * What whoever knows that a shop runs Stockie would try first: its name and its demo's, and whom and what it is for.
 * One of them or several, in lower case, with a sign between them and a few digits or signs before and after.
 */
export const ofOwnWords =
  /^[^a-z]{0,6}(?:(?:stockie|demo|admin|owner|manager|cashier|staff|user|business|shop|store|stock|sales?|till)[^a-z]?)+[^a-z]{0,6}$/
