import { openBrowser, type Browser } from './browser'
import type { User } from './call'
import { emptyDatabase } from './empty-database'
import { emptyShop, type Shop } from './shop'
import type { Submission } from './commands/papers'
import type { TwoApis } from './two-apis'

/** Where a sequence is played: the APIs on an empty database, the staff, and what the model knows. */
export type Stage = {
  ports: readonly number[]
  users: readonly User[]
  browsers: readonly Browser[]
  shop: Shop
  /** What was submitted under a key, and may be again. */
  submissions: { submission: Submission; user: User }[]
  steps: number
  calls: number
  /** What was done and answered, for whoever has to find out. */
  story: string[]
}

export async function setStage({ ports, users, client }: TwoApis): Promise<Stage> {
  await emptyDatabase(client)
  const browsers = users.slice(0, 3).map(openBrowser)
  const empty = { submissions: [], steps: 0, calls: 0, story: [] }
  return { ports, users, browsers, shop: emptyShop, ...empty }
}

/** One of a list, whatever the number. */
export function oneOf<Item>(items: readonly Item[], choice: number): Item {
  const item = items[choice % items.length]
  if (item === undefined) throw new Error('There is nothing to choose from.')
  return item
}
