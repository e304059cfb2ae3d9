import type { Database } from '@stockie/stage/database'
import type { Stockie } from '@stockie/stage/start-stockie'
import { readJson } from '#src/read-json'
import { paths } from './paths'
import { touchProduct } from './touch-product'

const times = 10

/** Whatever Stockie keeps: what another process has written is in the very next answer. */
export async function mustShowWrites(stockie: Stockie, database: Database): Promise<void> {
  const request = { path: paths.products, headers: stockie.headers }
  const touch = touchProduct(database)
  for (let index = 0; index < times; index += 1) {
    await touch()
    const [written] = await database.query('select price from products where id = 1')
    const products = (await readJson(stockie, request)) as { price: number }[]
    if (products[0]?.price !== written?.price)
      throw new Error('Stockie shows what was before a write.')
  }
}
