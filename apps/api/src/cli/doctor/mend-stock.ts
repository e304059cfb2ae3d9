import { setTimeout as wait } from 'node:timers/promises'
import pg, { type ClientBase } from 'pg'
import { connectClient } from '@/database/connect-client'
import { AppError } from '@/errors'
import { mendProducts, type Mended } from './mend-products'

/** Milliseconds after which it is not begun again. */
const patience = 2_000

/** An edit that waits behind this may keep a sale that this waits for, so at first it waits for a moment only. */
const [shortest, longest] = [100, 1_500]

/**
 * Sets stocks and balances to what the movements come to, which are what happened: no edit could, since it moves
 * stock and ledger alike. All movements are reckoned up while everybody sells on; only what was found then is
 * mended with the tables held.
 */
export async function mendStock(url: string): Promise<Mended> {
  const client = await connectClient(url)
  try {
    const broken = await findBroken(client)
    if (broken.length === 0) return { products: [], balances: 0 }
    const begun = performance.now()
    for (;;) {
      const passed = Math.round(performance.now() - begun)
      const waiting = Math.min(Math.max(passed, shortest), longest)
      try {
        return await mendProducts(client, broken, waiting)
      } catch (error) {
        // Its own failure, on a line that broke, would hide what went wrong first.
        await client.query('rollback').catch(() => {})
        if (!isInUse(error)) throw error
        if (performance.now() - begun > patience) throw inUse(error)
        await wait(50 * (0.5 + Math.random()))
      }
    }
  } finally {
    await client.end()
  }
}

/** Whatever is sold meanwhile: all of it is of one moment. */
async function findBroken(client: ClientBase): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `select product_id as id from inv_stock_ledger
     union select product_id from inv_stock_balances`,
  )
  return rows.map(({ id }) => id)
}

function isInUse(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03'
}

function inUse(cause: unknown): AppError {
  const message = "The stock's tables are in use, and nothing was changed: run this again."
  return new AppError('unavailable', message, { cause })
}
