import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { migrate } from '@stockie/api/migrate'
import { freePort } from '@stockie/testkit/free-port'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import { runCommand } from '@stockie/testkit/stockie-program'
import { startApi } from '#src/api-process'
import { startClients } from '#src/clients/clients'
import { openConsoleSession } from '#src/console-session'
import { type Fault, type FaultContext, type Findings, type Round, sumFindings } from '#src/fault'
import { copyProgram, listMigrations, type ProgramCopy } from '#src/program-copy'
import { createJudge, findBrokenInvariants, judgeLongestWrite } from '#src/judge/judge'
import { findChanged, readOldShop, writeOldShop } from './old-shop'

const newerDatabaseError =
  /The database is newer than this version of Stockie: it has the migration \w+/

/** Starts the older program on the upgraded shop; it must end with one sentence and change nothing. */
async function runOldProgram(
  shop: Pick<ShopDatabase, 'query'>,
  { name, dist }: ProgramCopy & { name: string },
  env: Record<string, string>,
): Promise<Findings> {
  const before = await readOldShop(shop)
  const { code, stdout, stderr } = await runCommand('main', {
    folder: dist,
    env: { ...env, PORT: String(await freePort()) },
  })
  const isRefused =
    code === 1 && newerDatabaseError.test(stderr) && stderr.trim().split('\n').length === 1
  const output = `${stdout}${stderr}`.trim().slice(0, 300)
  return {
    acknowledged: 0,
    lost: findChanged(before, await readOldShop(shop)),
    doubled: [],
    brokenInvariants: [],
    brokenPromises: isRefused
      ? []
      : [`the program of ${name} ended with ${code} and printed: ${output}`],
    longest: {},
  }
}

type Options = {
  shop: ShopDatabase
  round: Round
  from: string
  env: Record<string, string>
}

/** Starts today's program on the shop, which must keep all of the owner's data; then clients write to it. */
async function upgradeShop(
  context: FaultContext,
  { shop, round, from, env }: Options,
): Promise<Findings> {
  const before = await readOldShop(shop)
  const hadEntryTimes = await hasEntryTimes(shop)
  const api = await startApi(context, shop, { env })
  const lost = findChanged(before, await readOldShop(shop)).map((row) => `from ${from}: ${row}`)
  const broken = await findBrokenInvariants(shop)
  // The upgrade copies them only once. A later shop has its own, which differ from its chosen days.
  const moved = hadEntryTimes
    ? []
    : await shop.query('select id from expenses where entered_at <> created_at')
  const part = { ...round, mark: `${round.mark}-${from}` }
  const clients = await startClients(context, shop, {
    origins: [api.origin],
    headers: api.headers,
    amount: 10,
  })
  const judge = createJudge(shop)
  clients.start(part)
  await clients.awaitWrites(30)
  const journal = await clients.finish()
  clients.close()
  const sold = judgeLongestWrite(await judge(journal, part), journal)
  const changed = findChanged(before, await readOldShop(shop)).filter(
    (row) => !row.startsWith('products'),
  )
  const exit = await api.end('SIGTERM')
  return {
    ...sold,
    acknowledged:
      sold.acknowledged +
      (before.get('sales')?.length ?? 0) +
      (before.get('purchases')?.length ?? 0),
    lost: [...lost, ...sold.lost, ...changed],
    brokenInvariants: [...broken, ...sold.brokenInvariants].map((view) => `from ${from}: ${view}`),
    brokenPromises: [
      ...sold.brokenPromises,
      ...(exit === 0 ? [] : [`the program ended with ${exit}`]),
      ...(moved.length === 0 ? [] : [`from ${from}: ${moved.length} expenses were entered later`]),
    ],
  }
}

async function hasEntryTimes(shop: ShopDatabase): Promise<boolean> {
  const found = await shop.query(
    `select from information_schema.columns
     where table_name = 'expenses' and column_name = 'entered_at'`,
  )
  return found.length > 0
}

/**
 * Upgrades a shop of each earlier migration with today's program, and then starts the older program on it.
 */
export const upgrades: Fault = {
  name: 'upgrades',
  rounds: { short: 1, long: 1 },
  async open(context) {
    const earlier = (await listMigrations()).slice(0, -1)
    return async (round) => {
      const chosen = context.long ? earlier : [earlier[round.random.int(0, earlier.length - 1)]]
      const parts: Findings[] = []
      for (const newest of chosen) {
        if (newest === undefined) continue
        context.progress(`from ${newest}`)
        const program = await copyProgram({
          home: path.join(context.folder, `program-${newest}`),
          hasMigration: (name) => name <= newest,
        })
        const shop = await context.openShop(() => openEmptyDatabase(context))
        await migrate(shop.url, { migrationsFolder: program.migrations })
        await writeOldShop(shop.url, round.seed)
        const env = {
          DATABASE_URL: shop.url,
          JWT_SECRET: randomBytes(32).toString('hex'),
          STOCKIE_HOME: path.join(context.folder, `home-${newest}`),
        }
        parts.push(await upgradeShop(context, { shop, round, from: newest, env }))
        parts.push(await runOldProgram(shop, { ...program, name: newest }, env))
      }
      return sumFindings(parts)
    }
  },
}

async function openEmptyDatabase({
  postgres,
}: Pick<FaultContext, 'postgres'>): Promise<ShopDatabase> {
  const name = `old_${randomBytes(6).toString('hex')}`
  await runOnce(postgres.url, `create database ${name}`)
  const address = new URL(postgres.url)
  address.pathname = name
  const session = await openConsoleSession(address.href)
  return {
    url: address.href,
    query: session.run,
    drop: async () => {
      await session.close()
      await runOnce(postgres.url, `drop database ${name} with (force)`)
    },
  }
}

async function runOnce(url: string, sql: string): Promise<void> {
  const session = await openConsoleSession(url)
  try {
    await session.run(sql)
  } finally {
    await session.close()
  }
}
