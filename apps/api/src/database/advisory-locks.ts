/**
 * The keys of PostgreSQL's advisory locks. Never change or reuse one: an older version of Stockie may hold
 * the same lock.
 */
export const advisoryLocks = {
  /** Prisma's own runner takes this one, so that the two never migrate at the same time. */
  migration: 72_707_369,
  /** The one process that serves from an embedded database. */
  serving: 72_707_370,
  /** Every process that uses an embedded database. The last process may stop it. */
  using: 72_707_371,
  initialData: 72_707_373,
  /** With the hash of the database's name as a second key. */
  maintenance: 72_707_374,
  /** With the id of the import as a second key, while its commit or its undo runs. */
  import: 72_707_375,
  /** Shared by every write of a dated record until it commits, and exclusive for a move of the date of closed books. */
  books: 72_707_376,
  /** Shared by every transaction that is being committed and changes a figure. Only prisma/sql/journal.sql takes it. */
  commit: 72_707_377,
  /** While a server compares its settings with those of the others and adds itself. */
  servers: 72_707_378,
} as const
