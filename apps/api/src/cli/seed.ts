import { parseArgs } from 'node:util'
import { seed } from '@stockie/prisma/seed'
import { z } from 'zod'
import { connectClient } from '@/database/connect-client'
import { AppError } from '@/errors'
import { asTypedHere } from '@/main/as-typed-here'
import { describeContents } from './describe-contents'
import { createProgressBar } from './progress-bar'
import { runCommand } from './run-command'
import { UsageError } from './usage-error'
import { withDatabase } from './with-database'

const usage = `Usage:
  npm run seed -- --profile demo|e2e|bench [--sales <count>] [--reset --yes]

demo is a shop with a year behind it, e2e a small one with known figures, bench a large one
(--sales 1000000). Only an empty database is filled. --reset --yes empties it first, whatever it
holds: a demo that somebody has begun to work with looks like any other.`

const profiles = z.enum(['demo', 'e2e', 'bench'], '--profile is demo, e2e or bench.')
const counts = z
  .string()
  .regex(/^[1-9]\d{0,7}$/, '--sales is a whole number from 1 to 99,999,999.')
  .transform(Number)

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
    process.stdout.write(`${asTypedHere(usage)}\n`)
    return
  }
  const profile = read(profiles, values.profile)
  const sales = values.sales === undefined ? undefined : read(counts, values.sales)
  if (sales !== undefined && profile !== 'bench') {
    throw new UsageError(`--sales goes with bench alone: the ${profile} shop is always the same.`)
  }

  await withDatabase(async ({ url, env }) => {
    const client = await connectClient(url)
    try {
      const contents = await describeContents(client)
      if (contents.accounts > 0 && !values.reset) {
        throw new AppError(
          'conflict',
          'Only an empty database is filled. --reset --yes empties it first.',
        )
      }
      if (contents.accounts > 0 && !values.yes) {
        throw new AppError(
          'conflict',
          `--reset would destroy ${contents.sentence}, for good. If that is meant, add --yes.`,
        )
      }
      if (contents.accounts > 0) {
        process.stdout.write(`Destroying ${contents.sentence}.\n`)
      }
      const onProgress = createProgressBar()
      await seed(client, {
        profile,
        reset: contents.accounts > 0,
        timeZone: env.STORE_TIME_ZONE,
        onProgress,
        ...(sales !== undefined && { sales }),
      })
      process.stdout.write(`The ${profile} shop is in place.\n`)
    } finally {
      await client.end()
    }
  })
})

function read<Schema extends z.ZodType>(
  schema: Schema,
  given: string | undefined,
): z.output<Schema> {
  const result = schema.safeParse(given)
  if (result.success) return result.data
  throw new UsageError(result.error.issues[0]?.message ?? 'Not usable.')
}
