import type { Random } from '@stockie/prisma/seed'
import type { Journal } from './journal'
import type { Line } from './open-line'
import type { CountedProduct, Goods } from './plan'

/** Who sells and buys: what each of their writes needs. */
export type Client = {
  line: Line
  journal: Journal
  random: Random
  headers: Record<string, string>
  goods: Goods
  /** The product whose stock this client counts. */
  counted: CountedProduct | undefined
  /** A mark that nothing else has. */
  nextMark: () => string
}
