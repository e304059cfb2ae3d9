/** The header of a POST that is sent twice and counts once. */
export const idempotencyKeyHeader = 'Idempotency-Key'

/** The header of an answer that was given before, where what it answered was deleted since. */
export const deletedSinceHeader = 'X-Deleted-Since'

/** The header of a paged list that says how many rows there are on all pages. */
export const totalCountHeader = 'X-Total-Count'
