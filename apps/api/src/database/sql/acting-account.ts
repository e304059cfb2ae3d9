/**
 * SQL: a table to select from. It names the account that the activities of a change name. PostgreSQL forgets the
 * account with the end of the transaction. With null, the change is one of the command line.
 */
export const actingAs = (account: string) =>
  `(select set_config('stockie.account', ${account}::integer::text, true)) as acting`
