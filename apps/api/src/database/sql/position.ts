/**
 * Positions in the history of the database, as digits that compare as text: the timeline, which a failover raises, and
 * the place in the log (LSN).
 */
const positionOf = (timeline: string, lsn: string) =>
  `(upper(lpad(to_hex(${timeline}), 8, '0') || lpad(to_hex((${lsn} - '0/0')::bigint), 16, '0')))`

/** A commit is visible only after it is flushed, unless synchronous_commit is off. */
const primaryLsn = `case when current_setting('synchronous_commit') = 'off'
      then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end`

const primaryTimeline = `('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::integer`

/**
 * SQL on the primary: a position at or after every commit that the statement sees. Commits with quickCommit may be
 * later, but no list shows their rows.
 */
export const primaryPositionSql = positionOf(primaryTimeline, primaryLsn)

/**
 * SQL on a standby: the position that it has replayed, and null on a primary. A standby knows its timeline from its last
 * restart point. So after a failover its positions are too low for some minutes, and never too high.
 */
export const standbyPositionSql = `(case when pg_is_in_recovery() then
    ${positionOf('(pg_control_checkpoint()).timeline_id', 'pg_last_wal_replay_lsn()')} end)`

/** The functions of PostgreSQL that fail a statement with a position of the primary on a server in recovery. */
export const primaryOnlyRoutine = /^pg_current_wal_/

/** SQL: names one database of one PostgreSQL, the same on its standbys. */
export const databaseIdentitySql = `concat_ws('/', (pg_control_system()).system_identifier,
  (select oid from pg_database where datname = current_database()))`

const format = /^[\dA-F]{24}$/

/** The position that a client sends. Undefined if the text has another format. */
export function parsePosition(text: string | string[] | undefined): string | undefined {
  return typeof text === 'string' && format.test(text) ? text : undefined
}
