/** A POST with this header takes effect once, even if it is sent twice. */
export const idempotencyKeyHeader = 'Idempotency-Key'

/** A PUT with this header changes nothing if the record has another version meanwhile. */
export const ifMatchHeader = 'If-Match'

/** Marks a replayed answer whose record was deleted after the first answer. */
export const deletedSinceHeader = 'X-Deleted-Since'

/** The number of rows on all pages of a paged list. */
export const totalCountHeader = 'X-Total-Count'

/** Marks a call of a page that no user has used for a minute. It does not count as a use of its session. */
export const unattendedHeader = 'X-Unattended'

/**
 * How far the shop had come when an answer was read. A client sends the highest that it has seen since its last write,
 * and then a standby may answer if it has come as far.
 */
export const seenHeader = 'X-Seen'
