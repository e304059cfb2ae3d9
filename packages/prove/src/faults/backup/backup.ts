import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { signIn } from '@stockie/stage/sign-in'
import { addUp } from '#src/add-up'
import { openClients } from '#src/clients/open-clients'
import type { Fault } from '#src/fault'
import { holdWrites } from '#src/hold-writes'
import { createJudge } from '#src/judge/create-judge'
import type { Round } from '#src/round'
import { runCommand } from '#src/run-command'
import { startApi } from '#src/start-api'
import { compareFigures } from './compare-figures'
import { destroy } from './destroy'
import { readPast } from './read-past'

/** A backup while everybody sells; the shop destroyed; what is restored is a moment of the past, whole. */
export const backup: Fault = {
  name: 'backup',
  rounds: { short: 1, long: 12 },
  async open(ground) {
    const shop = await ground.openShop()
    const api = await startApi(ground, shop)
    const { origin } = api
    const open = (headers: { authorization: string }) =>
      openClients(ground, shop, { origins: [origin], headers })
    let clients = await open(api.headers)
    const judge = createJudge(shop)

    return async (round) => {
      const [before, during, after] = [1, 2, 3].map((part) => partOf(round, part))
      if (!before || !during || !after) throw new Error('A round has three parts.')
      const env = {
        DATABASE_URL: shop.url,
        JWT_SECRET: randomBytes(32).toString('hex'),
        STOCKIE_HOME: path.join(ground.folder, 'stockie'),
        BACKUP_FOLDER: path.join(ground.folder, `backups-${round.number}`),
      }
      clients.begin(before)
      await clients.hear(round.random.int(100, ground.long ? 1_500 : 150))
      // Whatever these were told they were told before the backup began.
      const known = await clients.finish()
      const sold = holdWrites(await judge(known, before), known)
      clients.begin(during)
      await clients.hear(50)
      ground.progress('backing up under load')
      const made = await runCommand('backup', { env })
      await clients.hear(50)
      const past = await clients.finish()
      // Those who come after the restore sign in anew.
      clients.close()
      if (made.code !== 0) throw new Error(`The backup failed: ${made.stderr}`)

      await api.end('SIGTERM')
      await destroy(shop.url)
      ground.progress('restoring')
      const file = made.stdout.trim().split('\n').at(-1) ?? ''
      const restored = await runCommand('restore', { args: [file, '--yes'], env })
      if (restored.code !== 0) throw new Error(`The restore failed: ${restored.stderr}`)
      const figures = await compareFigures(shop, file)
      const { journal, unkept } = await readPast(shop, past, during)
      // By the mark that all parts have in common: what there was before the backup, and what it has of those meanwhile.
      const documents = [...known.documents, ...journal.documents]
      const edits = [...known.edits, ...journal.edits]
      const kept = holdWrites(await judge({ ...journal, documents, edits }, round), past)

      await api.start()
      clients = await open({ authorization: `Bearer ${await signIn(origin)}` })
      clients.begin(after)
      await clients.hear(50)
      const later = await clients.finish()
      const onward = holdWrites(await judge(later, after), later)
      const found = addUp([sold, kept, onward])
      return { ...found, unkept: [...found.unkept, ...figures, ...unkept] }
    }
  },
}

/** Each with a mark and with amounts of its own. */
function partOf(round: Round, part: number): Round {
  return { ...round, number: 3 * round.number + part, mark: `${round.mark}-${part}` }
}
