import pg from 'pg'
import type { Session } from '#src/open-session'

/** What somebody at a console might hold: the rows of all that is sold, whole tables, and all accounts. */
const statements = {
  'every product': 'select from products for update',
  'sales, purchases and products': 'lock table sales, purchases, products in access exclusive mode',
  'all accounts': 'lock table users in access exclusive mode',
} as const satisfies Record<string, string>

export type Lock = keyof typeof statements

export const locks = Object.keys(statements) as Lock[]

/** Takes it among those who write. Who meets one of them in a circle is the one to give in, now and then. */
export async function hold(console: Session, lock: Lock): Promise<void> {
  for (;;) {
    try {
      await console.run(`begin; ${statements[lock]}`)
      return
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === '40P01')) throw error
      await console.run('rollback')
    }
  }
}
