import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Database } from '@stockie/stage/database'

/** Computed once more, so that it is not the restore that says whether the restore was right. */
const figures = `
  select json_build_object(
    'customers', (select count(*) from customers where deleted_at is null),
    'suppliers', (select count(*) from suppliers where deleted_at is null),
    'products', (select count(*) from products where deleted_at is null),
    'sales', (select count(*) from sales where deleted_at is null),
    'purchases', (select count(*) from purchases where deleted_at is null),
    'expenses', (select count(*) from expenses where deleted_at is null),
    'salesTotal', (select sum(total_amount)::text from sales where deleted_at is null),
    'purchasesTotal', (select sum(total_amount)::text from purchases where deleted_at is null),
    'stock', (select sum(stock) from products),
    'ledger', (select sum(delta) from stock_movements)) as figures`

/** What a backup says of itself in its first line and the restored shop is not. */
export async function compareFigures(
  { query }: Pick<Database, 'query'>,
  file: string,
): Promise<string[]> {
  const text = (await promisify(gunzip)(await readFile(file))).toString()
  const said = JSON.parse(text.slice(3, text.indexOf('\n'))) as {
    figures: Record<string, string | number>
  }
  const [now] = await query<{ figures: Record<string, string | number> }>(figures)
  return Object.entries(now?.figures ?? {})
    .filter(([name, value]) => said.figures[name] !== value)
    .map(([name, value]) => `${name} is ${value}, and ${said.figures[name]} in the backup`)
}
