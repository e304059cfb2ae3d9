/** What the doctor finds wrong: in which row, after which change past Stockie, and in which words, a row each. */
export const wrongs: [check: string, sql: string, ...found: RegExp[]][] = [
  [
    'Schema',
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('x', 'x', '29990101000000_later', now())`,
    /The database is newer than this version of Stockie/,
  ],
  ['Schema', `update _prisma_migrations set checksum = 'x'`, /was edited after/],
  ['Accounts', 'update users set removed_at = now() where role = 1', /The shop has no owner/],
  [
    'Stock',
    'update products set stock = stock + 7 where id = 1',
    /^This does not hold: The stock of every product is the sum of its movements\. Against it: product id 1, name .+, stock \d+, ledger stock \d+\. Only a change past Stockie does that: report it, let npm run doctor -- --mend-stock take what the movements come to, then count these products and correct them under Products\.$/,
  ],
  [
    'Stock',
    'update stock_movements set delta = delta - 1, balance = balance - 1 where id = (select min(id) from stock_movements where sale_id = 1)',
    /The balance of every movement/,
    /The stock of every product/,
    /moved the stock by what its lines say\. .+: report it, and restore a backup made before\.$/,
  ],
  [
    'Totals',
    'update sales set subtotal = subtotal + 1, total_amount = total_amount + 1 where id = 1',
    /: What the reports say of a day is the sum of its sales and purchases\. Against it: source sales, day .+, posted .+, due /,
    /: Every sale and purchase is the sum of its lines\. Against it: source sales, document id 1, total .+, lines .+ restore a backup made before\.$/,
  ],
  [
    'Records',
    'update stock_movements set user_id = 999',
    /Whoever recorded, moved or deleted anything is somebody\. Against it: (source stock_movements, record id \d+, user id 999[;.] ){3}/,
    /The ledger names who recorded .+; and \d+ more\./,
  ],
]
