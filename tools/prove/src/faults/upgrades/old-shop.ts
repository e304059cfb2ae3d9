import { seedAccounts } from '@stockie/prisma/seed'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import { openConsoleSession } from '#src/console-session'

/** The owner's data, in the columns that every version has. */
const columnsByTable = {
  sales: `id, sale_date, customer_id, customer_name, subtotal, discount, shipping_fees, total_amount, remark,
    turn, created_by_id, created_at, deleted_at, deleted_by_id, deletion_batch`,
  sale_lines: 'id, sale_id, product_id, product_name, price, quantity, total',
  purchases: `id, purchase_date, supplier_id, supplier_name, total_amount, remark, turn, created_by_id,
    created_at, deleted_at, deleted_by_id, deletion_batch`,
  purchase_lines: 'id, purchase_id, product_id, product_name, price, quantity, total',
  stock_movements: 'id, product_id, delta, reason, sale_id, purchase_id, turn, user_id, created_at',
  products: 'id, name, price, cost, stock, category_id, deleted_at',
  expenses: 'id, name, amount, expense_category_id, created_at, deleted_at',
  customers: 'id, name, deleted_at',
  suppliers: 'id, name, deleted_at',
}

export type OldShop = Map<string, string[]>

/** Reads every row as text, by table. */
export async function readOldShop({ query }: Pick<ShopDatabase, 'query'>): Promise<OldShop> {
  const shop: OldShop = new Map()
  for (const [table, columns] of Object.entries(columnsByTable)) {
    const rows = await query<{ row: string }>(
      `select to_jsonb(it)::text as row from (select ${columns} from ${table} order by id) as it`,
    )
    shop.set(
      table,
      rows.map(({ row }) => row),
    )
  }
  return shop
}

/** Returns the earlier rows that have changed or disappeared. */
export function findChanged(before: OldShop, after: OldShop): string[] {
  return [...before].flatMap(([table, rows]) => {
    const now = new Set(after.get(table))
    return rows.filter((row) => !now.has(row)).map((row) => `${table}: ${row}`)
  })
}

/**
 * Moves stock as the program of each version did: since the third migration a trigger on the ledger does it,
 * and before it the program did. Only shops since then have idempotency records, because the third migration
 * fails on earlier ones.
 */
const stockFunctions = String.raw`
  create function pg_temp.move(product int, amount int, why text, sale int, purchase int, its_turn int)
  returns void language plpgsql as $$
  declare
    kept int := 0;
  begin
    if not exists (select from pg_trigger where tgname = 'stock_movements_move_stock') then
      update products set stock = stock + amount where id = product returning stock into kept;
    end if;
    insert into stock_movements
        (product_id, delta, balance, reason, sale_id, purchase_id, turn, user_id)
      values (product, amount, kept, why::stock_reason, sale, purchase, its_turn, 1);
  end $$;

  create function pg_temp.move_lines(kind text, document int, its_turn int)
  returns void language plpgsql as $$
  declare
    why text := kind || (array['', '_deleted', '_restored'])[its_turn + 1];
    line record;
  begin
    for line in execute format(
      'select product_id, sum(quantity)::int as units from %1$s_lines where %1$s_id = $1
       group by product_id order by product_id', kind) using document
    loop
      perform pg_temp.move(line.product_id,
        line.units * case kind when 'sale' then -1 else 1 end * case its_turn when 1 then -1 else 1 end, why,
        case kind when 'sale' then document end, case kind when 'purchase' then document end, its_turn);
    end loop;
  end $$;

  create function pg_temp.turn_over(kind text, document int, its_turn int)
  returns void language plpgsql as $$
  begin
    execute format('update %ss set turn = $2, deleted_at = case $2 when 1 then now() end,
      deleted_by_id = case $2 when 1 then 1 end,
      deletion_batch = case $2 when 1 then gen_random_uuid() end where id = $1', kind)
      using document, its_turn;
    perform pg_temp.move_lines(kind, document, its_turn);
  end $$`

const recordsSql = `
  insert into customers (name) values ('Ada'), ('Ben');
  insert into suppliers (name) values ('Cay'), ('Dan');
  insert into categories (name) values ('Drinks');
  insert into expense_categories (name) values ('Rent');
  insert into expenses (name, amount, expense_category_id, created_at)
    select 'Rent', n, 1, timestamptz '2026-01-01 12:00Z' + n * interval '9 days'
    from generate_series(1, 12) as n;
  insert into products (name, price, cost, category_id)
    select 'Product ' || n, n, n, 1 from generate_series(1, 60) as n`

/** Creates sixty documents, deletes some of them, and restores some of the deleted ones. */
const documentsSql = `
  do $$
  declare
    kind text;
    document int;
    first int;
    units int;
  begin
    for n in 1..60 loop
      perform pg_temp.move(n, 100, 'opening', null, null, 0);
    end loop;
    for n in 1..60 loop
      kind := case when random() < 0.7 then 'sale' else 'purchase' end;
      first := 1 + floor(random() * 58);
      units := 1 + floor(random() * 9);
      if kind = 'sale' then
        insert into sales (sale_date, customer_id, customer_name, subtotal, discount, shipping_fees,
            total_amount, remark, created_by_id)
          values (date '2026-01-01' + n * 5, 1, 'Ada', units * (2 * first + 1), 1, 0.5,
            units * (2 * first + 1) - 0.5, 'Sale ' || n, 1) returning id into document;
        insert into sale_lines (sale_id, product_id, product_name, price, quantity, total)
          select document, p, 'Product ' || p, p, units, p * units from generate_series(first, first + 1) as p;
      else
        insert into purchases (purchase_date, supplier_id, supplier_name, total_amount, created_by_id)
          values (date '2026-01-01' + n * 5, 1, 'Cay', units * first, 1) returning id into document;
        insert into purchase_lines (purchase_id, product_id, product_name, price, quantity, total)
          values (document, first, 'Product ' || first, first, units, first * units);
      end if;
      perform pg_temp.move_lines(kind, document, 0);
      if exists (select from information_schema.columns where column_name = 'document_id'
          and table_name = 'idempotency_records') then
        insert into idempotency_records (user_id, resource, key, request_hash, document_id)
          values (1, kind || 's', 'key-' || n, sha256('x'), document);
      end if;
      if random() < 0.4 then
        perform pg_temp.turn_over(kind, document, 1);
        if random() < 0.5 then
          perform pg_temp.turn_over(kind, document, 2);
        end if;
      end if;
    end loop;
  end $$`

/** Fills a database of any version by plain SQL; the seed decides every choice. */
export async function writeOldShop(url: string, seed: number): Promise<void> {
  const session = await openConsoleSession(url)
  const [owner] = seedAccounts
  try {
    await session.run('select setseed($1)', [(seed % 1_000_000) / 1_000_000])
    await session.run(
      'insert into users (email, name, role, password_hash) values ($1, $2, 1, $3)',
      [owner?.email, owner?.name, owner?.hash],
    )
    await session.run(`begin; ${stockFunctions}; ${recordsSql}; ${documentsSql}; commit`)
  } finally {
    await session.close()
  }
}
