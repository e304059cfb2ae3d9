import type pg from 'pg'
import type { Submission } from '#test/model/commands/document-commands'
import type { CountSubmission } from '#test/model/commands/cash-count-commands'
import type { NumberSubmission } from '#test/model/commands/counted-number-commands'
import type { PlayedImport } from '#test/model/commands/import-commands'
import { type Browser, openBrowser } from './apis/browser'
import type { RunningApis } from './apis/running-apis'
import type { Batch, User } from './calls'
import type { RememberedReport } from './remembered-reports'
import { emptyShop, type Shop } from './shop-model'

/**
 * Keeps the counts growing, or revisions would repeat: emptying counts as one more change of each source.
 * TRUNCATE would invalidate the APIs' cached plans, and replanning is a sixth of the database's work.
 */
const collapseChanges = `
  with gone as (delete from changes returning source, count)
  insert into changes (source, count) select source, sum(count) + 1 from gone group by source`

/**
 * Deletes all rows but the staff. It takes a tenth of the time of the seed's reset, which truncates: DELETE
 * is faster for a few rows and keeps the cached plans. The replica role disables triggers that would refuse
 * it.
 */
export async function emptyDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
     where schemaname = current_schema()
       and tablename not in ('_prisma_migrations', 'users')`,
  )
  const deletions = rows.map(({ name }) =>
    name === 'changes' ? collapseChanges : `delete from ${name}`,
  )
  await client.query(
    [
      'set session_replication_role = replica',
      ...deletions,
      'insert into books default values',
      'alter sequence fold_often restart',
    ].join(';'),
  )
}

/** The state of one sequence: the APIs on an empty database, the staff, and the model's shop. */
export type ModelRun = {
  ports: readonly number[]
  users: readonly User[]
  standby: RunningApis['standby']
  browsers: readonly Browser[]
  shop: Shop
  /** Submissions with a key, which later steps may repeat. */
  submissions: { submission: Submission; user: User }[]
  /** Cash counts with a key, which later steps may repeat. */
  counts: { submission: CountSubmission; user: User }[]
  /** Numbers of stock counts with a key, which later steps may repeat. */
  numbers: { submission: NumberSubmission; user: User }[]
  /** The imports that are not undone, the last one at the end. */
  imports: PlayedImport[]
  /** Reports as they were answered, which must be answered the same as of their moment. */
  remembered: RememberedReport[]
  /** How far the books are closed. */
  books: { closedThrough: string | null; version: number }
  /** The records of bulk deletions, which later steps may restore. */
  batches: Batch[]
  steps: number
  calls: number
  /** All requests and answers, for the failure message. */
  transcript: string[]
}

export async function createModelRun({
  ports,
  users,
  client,
  standby,
}: RunningApis): Promise<ModelRun> {
  await emptyDatabase(client)
  const browsers = users.slice(0, 3).map(openBrowser)
  const kept = {
    submissions: [],
    counts: [],
    numbers: [],
    imports: [],
    batches: [],
    remembered: [],
  }
  const books = { closedThrough: null, version: 1 }
  const run = {
    ports,
    users,
    standby,
    browsers,
    books,
    shop: emptyShop,
    steps: 0,
    calls: 0,
    transcript: [],
  }
  return { ...run, ...kept }
}

/** Returns an item for any index, modulo the list's length. */
export function itemAt<Item>(items: readonly Item[], choice: number): Item {
  const item = items[choice % items.length]
  if (item === undefined) throw new Error('The list to choose from is empty.')
  return item
}
