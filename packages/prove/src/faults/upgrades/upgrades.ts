import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { migrate } from '@stockie/api/migrate'
import type { Database } from '@stockie/stage/database'
import { addUp } from '#src/add-up'
import type { Fault, Found } from '#src/fault'
import type { Ground } from '#src/ground'
import { openSession } from '#src/open-session'
import { layOldProgram, listEarlier } from './old-program'
import { refuseByOldProgram } from './refuse-by-old-program'
import { upgradeBySelling } from './upgrade-by-selling'
import { writeOldShop } from './write-old-shop'

/** Shops that stand as each earlier version left them, started by today's program, and looked at by theirs. */
export const upgrades: Fault = {
  name: 'upgrades',
  rounds: { short: 1, long: 1 },
  async open(ground) {
    const earlier = await listEarlier()
    return async (round) => {
      const chosen = ground.long ? earlier : [earlier[round.random.int(0, earlier.length - 1)]]
      const parts: Found[] = []
      for (const newest of chosen) {
        if (newest === undefined) continue
        ground.progress(`from ${newest}`)
        const program = await layOldProgram(ground.folder, newest)
        const shop = await ground.openShop(() => openEmpty(ground))
        await migrate(shop.url, { migrationsFolder: program.migrations })
        await writeOldShop(shop.url, round.seed)
        const env = {
          DATABASE_URL: shop.url,
          JWT_SECRET: randomBytes(32).toString('hex'),
          STOCKIE_HOME: path.join(ground.folder, `home-${newest}`),
        }
        parts.push(await upgradeBySelling(ground, { shop, round, from: newest, env }))
        parts.push(await refuseByOldProgram(shop, program, env))
      }
      return addUp(parts)
    }
  },
}

async function openEmpty({ postgres }: Pick<Ground, 'postgres'>): Promise<Database> {
  const name = `old_${randomBytes(6).toString('hex')}`
  await runOnce(postgres.url, `create database ${name}`)
  const address = new URL(postgres.url)
  address.pathname = name
  const session = await openSession(address.href)
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
  const session = await openSession(url)
  try {
    await session.run(sql)
  } finally {
    await session.close()
  }
}
