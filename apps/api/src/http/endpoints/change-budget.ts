import { DatabaseError } from 'pg'
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

/** The rows that a change may write. */
type ChangeCost = {
  /** The most that it may write, known without a query. */
  most: number
  /** Counts them. Called only if `most` exceeds the budget, or after a failure. */
  count: () => Promise<number>
}

/** Limits the rows that each account deletes and restores, so that a loop cannot fill the disk. */
export type ChangeBudget = {
  /**
   * Runs the change and counts its rows. Throws 429, without running it, if it may exceed the account's budget.
   * A change that PostgreSQL rolls back is counted too, because it wrote the rows first.
   */
  spend: <Result extends Changed>(
    userId: number,
    cost: ChangeCost,
    change: () => Promise<Result>,
  ) => Promise<Result>
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

  /** Takes the rows before the change, so that concurrent ones cannot exceed the budget together. */
  async function reserve(userId: number, { most, count }: ChangeCost): Promise<number> {
    const rows = spentBy(userId) + most > burst ? await count() : most
    // A change of more rows than the whole budget runs if the account has spent nothing lately.
    const excess = spentBy(userId) + Math.min(rows, burst) - burst
    if (excess > 0) throw tooMany(excess / perMs / 1000)
    add(userId, rows)
    return rows
  }

  async function spend<Result extends Changed>(
    userId: number,
    cost: ChangeCost,
    change: () => Promise<Result>,
  ): Promise<Result> {
    const reserved = await reserve(userId, cost)
    try {
      const changed = await change()
      add(userId, changed.rows - reserved)
      return changed
    } catch (error) {
      const rows = wasRolledBack(error) ? await cost.count().catch(() => reserved) : 0
      add(userId, rows - reserved)
      throw error
    }
  }

  return { spend }
}

/** The codes of an outage: PostgreSQL stops, starts or accepts no connection. Callers cannot cause them. */
const outageCodes = /^(08|28|3D|533|57P)/

function wasRolledBack(error: unknown): boolean {
  return error instanceof DatabaseError && !outageCodes.test(error.code ?? '')
}

function tooMany(seconds: number): AppError {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return new AppError(
    'too_many',
    `You have deleted or restored too many records. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { retryAfter: seconds },
  )
}
