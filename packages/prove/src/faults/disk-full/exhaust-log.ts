import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@stockie/stage/database'
import pg from 'pg'

/** Of its log, which are more than there is room for. */
const mostPieces = 30

/** A disk that is full, and a server that stops, has stopped or begins anew. */
const outOfRoom = new Set(['53100', '57P01', '57P02', '57P03'])

/** PostgreSQL has some pieces of its log ready to be written: until it needs one that is not there. */
export async function exhaustLog({ query }: Pick<Database, 'query'>): Promise<void> {
  for (let piece = 1; piece <= mostPieces; piece += 1) {
    try {
      await query('select pg_switch_wal(), txid_current()')
    } catch (error) {
      // A connection that ends without a word is how a server stops that cannot write its log.
      if (error instanceof pg.DatabaseError && !outOfRoom.has(error.code ?? '')) throw error
      return
    }
    await wait(50)
  }
  throw new Error(`${mostPieces} pieces of the log found room on a disk that is full.`)
}
