/** The header of a POST that is sent twice and counts once. */
export const idempotencyKeyHeader = 'Idempotency-Key'
