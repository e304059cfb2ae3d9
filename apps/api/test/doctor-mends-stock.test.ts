import { expect, test } from 'vitest'
import { prepareDoctor } from './prepare-doctor'
import { onServer } from './server'

const { program, copyShop, force, settings, examine } = prepareDoctor()

type Stock = { name: string; stock: number }

const query = <Row extends object>(url: string, sql: string) =>
  onServer(url, async (client) => (await client.query<Row>(sql)).rows)

test('sets stocks and balances to what the movements come to, and nothing is wrong any more', async () => {
  const url = await copyShop()
  const env = settings(url)
  await force(
    url,
    `update products set stock = stock + 7 where id in (1, 2);
     update stock_movements set balance = balance - 1 where product_id = 3`,
  )
  const told = `select sum(count) as products from changes where source = 'products'`
  const toldBefore = await query(url, told)
  const stocks = await query<Stock>(
    url,
    'select name, stock from products where id in (1, 2) order by id',
  )

  const args = ['--mend-stock']
  const { code, stdout } = await program().run('doctor', { env, args })
  const lines = stocks.map(
    ({ name, stock }, index) =>
      `${name} (id ${index + 1}): the stock was ${stock}, and is ${stock - 7} now.`,
  )
  expect(code).toBe(0)
  expect(stdout.split('\n').slice(0, 2)).toEqual(lines)
  expect(stdout).toMatch(/up to them, and are now: \d+\.\nCount these products/)
  expect(await examine(env)).toMatchObject({ code: 0, troubles: [] })
  // Or lists would show for ever what they have.
  expect(await query(url, told)).not.toEqual(toldBefore)
  for (const guarded of ['products set stock = 1', 'stock_movements set balance = 1']) {
    await expect(query(url, `update ${guarded} where id = 1`)).rejects.toThrow(/ledger|movement/)
  }
  const again = await program().run('doctor', { env, args })
  expect([again.code, again.stdout]).toEqual([
    0,
    'Every stock is what its movements come to: nothing was changed.\n',
  ])
})
