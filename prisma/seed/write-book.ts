import type { ClientBase } from 'pg'

import type { Book } from './book'
import { copyRows } from './copy-rows'
import { postTotals } from './post-totals'
import { tableNames, tables } from './tables'

/**
 * Writes what waits in the book, table after table in the order of their foreign keys. Each is
 * analyzed at once: where a killed seed left dead rows behind, the planner would take the table for
 * empty, check foreign keys through the wrong index and be twenty times slower. Anew where it has grown
 * tenfold: what was planned while it had a page would go on to read the whole of it for every check.
 */
export async function writeRows(client: ClientBase, book: Book): Promise<void> {
  for (const table of tableNames) {
    const added = book.rows[table].length
    if (added === 0) continue
    await copyRows(client, table, tables[table], book.rows[table])
    book.rows[table].length = 0
    const before = book.written.get(table) ?? 0
    const now = before + added
    book.written.set(table, now)
    if (before === 0 || magnitude(now) > magnitude(before)) await client.query(`analyze ${table}`)
  }
}

const magnitude = (rows: number) => Math.floor(Math.log10(rows))

/**
 * The book has its own ledger, with every balance reckoned up: the database's, which would move stock
 * row by row, is set aside until the book is closed. So are the postings, one for each document.
 */
export async function openBook(client: ClientBase): Promise<void> {
  await setTriggers(client, 'disable')
}

/** Writes the rest, the stock that the ledger ends with, the totals, and where the ids go on from. */
export async function closeBook(client: ClientBase, book: Book): Promise<void> {
  await writeRows(client, book)
  await client.query(
    `update products set stock = moved.stock
       from unnest($1::int[], $2::int[]) as moved (id, stock)
      where products.id = moved.id`,
    [[...book.ledger.balances.keys()], [...book.ledger.balances.values()]],
  )
  await setTriggers(client, 'enable')
  await postTotals(client)
  for (const table of tableNames) {
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table}
        having max(id) > 0`,
    )
  }
}

async function setTriggers(client: ClientBase, state: 'enable' | 'disable'): Promise<void> {
  await client.query(
    `alter table stock_movements ${state} trigger stock_movements_balance;
     alter table stock_movements ${state} trigger stock_movements_move_stock;
     alter table products ${state} trigger products_stock_by_ledger_alone;
     alter table sales ${state} trigger sales_recorded;
     alter table purchases ${state} trigger purchases_recorded`,
  )
}
