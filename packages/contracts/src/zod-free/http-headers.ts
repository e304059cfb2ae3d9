/** A POST with this header takes effect once, even if it is sent twice. */
export const idempotencyKeyHeader = 'Idempotency-Key'

/** Marks a replayed answer whose record was deleted after the first answer. */
export const deletedSinceHeader = 'X-Deleted-Since'

/** The number of rows on all pages of a paged list. */
export const totalCountHeader = 'X-Total-Count'
