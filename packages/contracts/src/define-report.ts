import type { z } from 'zod'

/** Something that is only read: where it is, what may be asked, and what one row of it holds. */
export function defineReport<
  Path extends string,
  Query extends z.ZodType,
  Row extends z.ZodType,
>(report: { path: Path; query: Query; row: Row }) {
  return report
}
