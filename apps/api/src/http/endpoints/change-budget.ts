import type { Changed } from '#src/database/sql/deletion-and-restore'
import { AppError } from '#src/errors'

export type ChangeLimits = {
  /** The rows that an account may delete or restore at once. */
  burst: number
  /** The rows that it may delete or restore per hour after that. */
  perHour: number
}

/**
 * Far more than a shop needs: 10,000 sales of ten lines are 110,000 rows. A row takes up to 200 bytes on the
 * disk, so an account can add 100 MB at once, and 0.5 GB a day (decision 030).
 */
const defaultLimits: ChangeLimits = { burst: 500_000, perHour: 100_000 }

/** Limits the rows that each account deletes and restores, so that a loop cannot fill the disk. */
export type ChangeBudget = {
  /**
   * Runs the change and counts its rows. Throws 429, without running it, if the account may not change
   * `records` more. A change that fails is counted too: PostgreSQL wrote its rows before it rolled them back.
   */
  spend: (userId: number, records: number, change: () => Promise<Changed>) => Promise<Changed>
}

/** Counts in the memory of this process. The clock returns milliseconds. */
export function createChangeBudget(
  { burst, perHour }: ChangeLimits = defaultLimits,
  clock = () => performance.now(),
): ChangeBudget {
  const accounts = new Map<number, { spent: number; at: number }>()
  const perMs = perHour / 3_600_000

  function spentBy(userId: number): number {
    const { spent, at } = accounts.get(userId) ?? { spent: 0, at: 0 }
    return Math.max(0, spent - (clock() - at) * perMs)
  }

  function add(userId: number, rows: number): void {
    accounts.set(userId, { spent: spentBy(userId) + rows, at: clock() })
  }

  async function spend(
    userId: number,
    records: number,
    change: () => Promise<Changed>,
  ): Promise<Changed> {
    const excess = spentBy(userId) + records - burst
    if (excess > 0) throw tooMany(excess / perMs / 1000)
    // Before the change, so that concurrent ones cannot exceed the budget together.
    add(userId, records)
    const changed = await change()
    // Lines are known only now, so the account may owe more rows than it had. It has to wait for those too.
    add(userId, changed.rows - records)
    return changed
  }

  return { spend }
}

function tooMany(seconds: number): AppError {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return new AppError(
    'too_many',
    `You have deleted or restored too many records. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { retryAfter: seconds },
  )
}
