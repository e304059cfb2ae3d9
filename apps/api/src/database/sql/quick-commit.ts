/**
 * A part of a statement whose loss costs nothing: its commit waits neither for the disk nor for a standby. The statement
 * must read from `quick`, or PostgreSQL does not run this part.
 */
export const quickCommit = `quick as (select set_config('synchronous_commit', 'off', true))`
