import { parseArgs } from 'node:util'
import { seed } from '@stockie/prisma/seed'
import type { Client } from 'pg'
import { z } from 'zod'
import { connectClient } from '#src/database/pool/single-client'
import { AppError } from '#src/errors'
import { formatCommandHint } from '#src/server/console'
import { readArgument, runCommand, UsageError } from './command'
import { withMigratedDatabase } from './database-access'

const usage = `Usage:
  npm run seed -- --profile demo|e2e|bench [--sales <count>] [--reset --yes]

demo is a shop with a year of data, e2e a small one with known figures, bench a large one
(--sales 1000000). The database must be empty. --reset --yes empties it first, even if it holds a
real shop: Stockie cannot tell the difference.`

const profiles = z.enum(['demo', 'e2e', 'bench'], '--profile must be demo, e2e or bench')
const counts = z
  .string()
  .regex(/^[1-9]\d{0,7}$/, '--sales must be a whole number from 1 to 99,999,999')
  .transform(Number)

type Contents = {
  accounts: number
  /** Names the records that a reset would destroy. */
  sentence: string
}

type Counts = {
  accounts: number
  products: number
  sales: number
  purchases: number
}

async function describeContents(client: Client): Promise<Contents> {
  const { rows } = await client.query<Counts>(
    `select (select count(*)::integer from users) as accounts,
            (select count(*)::integer from products) as products,
            (select count(*)::integer from sales) as sales,
            (select count(*)::integer from purchases) as purchases`,
  )
  const { accounts = 0, products = 0, sales = 0, purchases = 0 } = rows[0] ?? {}
  const formatCount = (count: number, word: string) =>
    `${count.toLocaleString('en')} ${count === 1 ? word : `${word}s`}`
  const sentence = `${formatCount(accounts, 'account')}, ${formatCount(products, 'product')}, ${formatCount(sales, 'sale')} and ${formatCount(purchases, 'purchase')}`
  return { accounts, sentence }
}

const width = 30

/** A progress bar on a terminal. Elsewhere one line for every 10 %. */
function createProgressBar(): (done: number, total: number, what: string) => void {
  let tenth = -1
  return (done, total, what) => {
    const fraction = total > 0 ? Math.min(1, done / total) : 1
    const percent = `${Math.floor(100 * fraction)} %`
    if (process.stdout.isTTY) {
      const filled = Math.round(width * fraction)
      const bar = '█'.repeat(filled) + '░'.repeat(width - filled)
      process.stdout.write(
        `\r\x1b[K${bar} ${percent.padStart(5)}  ${what}${fraction === 1 ? '\n' : ''}`,
      )
    } else if (Math.floor(10 * fraction) > tenth) {
      tenth = Math.floor(10 * fraction)
      process.stdout.write(`${percent} ${what}\n`)
    }
  }
}

await runCommand(usage, async () => {
  const { values } = parseArgs({
    options: {
      profile: { type: 'string' },
      sales: { type: 'string' },
      reset: { type: 'boolean' },
      yes: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) {
    process.stdout.write(`${formatCommandHint(usage)}\n`)
    return
  }
  const profile = readArgument(profiles, values.profile)
  const sales = values.sales === undefined ? undefined : readArgument(counts, values.sales)
  if (sales !== undefined && profile !== 'bench') {
    throw new UsageError(
      `Use --sales only with --profile bench: the ${profile} shop is always the same.`,
    )
  }

  await withMigratedDatabase(async ({ url, env }) => {
    const client = await connectClient(url)
    try {
      const contents = await describeContents(client)
      if (contents.accounts > 0 && !values.reset) {
        throw new AppError(
          'conflict',
          'The database is not empty. To empty it first, add --reset --yes.',
        )
      }
      if (contents.accounts > 0 && !values.yes) {
        throw new AppError(
          'conflict',
          `--reset deletes ${contents.sentence} permanently. To do that, add --yes.`,
        )
      }
      if (contents.accounts > 0) {
        process.stdout.write(`Deleting ${contents.sentence}.\n`)
      }
      const onProgress = createProgressBar()
      await seed(client, {
        profile,
        reset: contents.accounts > 0,
        timeZone: env.STORE_TIME_ZONE,
        onProgress,
        ...(sales !== undefined && { sales }),
      })
      process.stdout.write(`The ${profile} shop is ready.\n`)
    } finally {
      await client.end()
    }
  })
})
