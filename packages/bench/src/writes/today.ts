/** All sales are of one day, so that they meet wherever a day is summed up. */
export const today = new Date().toISOString().slice(0, 10)
