/** Why the database cannot be migrated, in one sentence for whoever starts Stockie. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}
