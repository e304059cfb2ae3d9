import { expect, test } from 'vitest'

import { enterAccounts, manager } from '../accounts'
import { RowBuffer } from './row-buffer'
import { enterPurchase } from './documents'
import { enterCategory, enterContact, enterProduct } from './records'
import { withMigratedDatabase } from '../testing/migrated-database'
import { inTransaction } from '../seed'
import { finishBulkLoad, beginBulkLoad, writeRows } from './bulk-writer'

const moment = '2026-11-01 08:00:00+00'
const stamp = { at: moment, userId: manager }

test('foreign keys are checked by primary key even if a table was small at the start', async () => {
  const buffer = new RowBuffer()
  enterAccounts(buffer, moment)
  enterContact(buffer, 'suppliers', { name: 'Dairy' }, moment)
  enterCategory(buffer, 'categories', 'Cheese', moment)
  enterProduct(buffer, { name: 'Brie', cost: 1, price: 2, categoryId: 1 }, 0, stamp)
  const enterPurchases = (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const draft = { day: '2026-11-01', supplierId: 1, lines: [{ productId: 1, quantity: 1 }] }
      enterPurchase(buffer, draft, stamp)
    }
  }
  await withMigratedDatabase(async (client) => {
    await inTransaction(client, async () => {
      await beginBulkLoad(client)
      // PostgreSQL makes a new plan for the first five checks and keeps the sixth.
      enterPurchases(10)
      await writeRows(client, buffer)
      enterPurchases(1_000)
      await finishBulkLoad(client, buffer)
    })
    await client.query('select pg_stat_force_next_flush()')
    const { rows } = await client.query<{ scans: number }>(
      `select seq_scan::int as scans from pg_stat_user_tables where relname = 'purchases'`,
    )
    expect(rows[0]?.scans).toBeLessThan(100)
  })
})
