import type { ClientBase } from 'pg'

/**
 * Empties every table but the record of migrations, and starts their ids anew. The ledger refuses
 * this by its trigger; the owner of the tables sets that aside for the caller's transaction.
 */
export async function reset(client: ClientBase): Promise<void> {
  const found = await client.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
      where schemaname = current_schema() and tablename <> '_prisma_migrations'`,
  )
  const names = found.rows.map(({ name }) => name)
  const setTriggers = (state: string) =>
    names.map((name) => `alter table ${name} ${state} trigger user`)
  const statements = [
    ...setTriggers('disable'),
    `truncate ${names.join(', ')} restart identity`,
    ...setTriggers('enable'),
  ]
  await client.query(statements.join(';'))
}
