import { expect, test } from 'vitest'
import { withClient } from '#test/support/database/database-server'
import { backUp, createTempFolder, openBackupShop, restore } from './backup-fixture'

const readBooks = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ books: string; activities: number; sales: number }>(
      `select (select to_jsonb(books)::text from books) as books,
         (select count(*)::integer from activities where resource = 'books') as activities,
         (select count(*)::integer from sales where deleted_at is null) as sales`,
    )
    return rows[0]
  })

test('a backup of closed books is loaded, with the closed day, its activities and its documents @long', async () => {
  const url = await openBackupShop('e2e')
  await withClient(url, async (client) => {
    await client.query(
      `update books set closed_through = '2026-09-30', time_zone = 'Asia/Kathmandu'`,
    )
    await client.query(`update books set closed_through = current_date + 1`)
  })
  const before = await readBooks(url)
  expect(before?.books).toContain('"version": 3')
  expect(before?.activities).toBe(2)
  expect(before?.sales).toBeGreaterThan(0)
  const { file } = await backUp(url, await createTempFolder())

  await withClient(url, (client) => client.query('update books set closed_through = null'))
  await restore(url, file)
  expect(await readBooks(url)).toEqual(before)
  // The loaded books are closed.
  const work = withClient(url, (client) =>
    client.query('update sales set remark = null where id = 1'),
  )
  await expect(work).rejects.toMatchObject({ constraint: 'books_closed' })
})
