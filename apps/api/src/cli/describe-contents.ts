import type { Client } from 'pg'

export type Contents = {
  accounts: number
  /** What would be lost. */
  sentence: string
}

type Counts = {
  accounts: number
  products: number
  sales: number
  purchases: number
}

export async function describeContents(client: Client): Promise<Contents> {
  const { rows } = await client.query<Counts>(
    `select (select count(*)::integer from users) as accounts,
            (select count(*)::integer from products) as products,
            (select count(*)::integer from sales) as sales,
            (select count(*)::integer from purchases) as purchases`,
  )
  const { accounts = 0, products = 0, sales = 0, purchases = 0 } = rows[0] ?? {}
  const many = (count: number, word: string) =>
    `${count.toLocaleString('en')} ${count === 1 ? word : `${word}s`}`
  const sentence = `${many(accounts, 'account')}, ${many(products, 'product')}, ${many(sales, 'sale')} and ${many(purchases, 'purchase')}`
  return { accounts, sentence }
}
