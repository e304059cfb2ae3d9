import { fork } from 'node:child_process'
import path from 'node:path'
import type { Database } from '@stockie/stage/database'
import type { Stage } from '@stockie/stage/stage'
import type { Round } from '#src/round'
import type { Journal } from './journal'
import type { ClientsPlan, ClientsWord } from './plan'
import { readGoods } from './read-goods'

export type Clients = {
  /** They begin to sell and to buy, each on its own, and go on whatever happens. */
  begin: (round: Round) => void
  /** Comes back when so many more writes have been acknowledged: what is done then meets clients at work. */
  hear: (acknowledged: number) => Promise<void>
  /** Comes back when each has had the answer that it waits for, with all that they know. */
  finish: () => Promise<Journal>
  /** Ends their process, which otherwise goes with the ground. */
  close: () => void
}

type Options = Pick<ClientsPlan, 'origins' | 'headers'> & Partial<ClientsPlan>

const program = path.join(import.meta.dirname, 'run-clients.ts')
const deltasARound = 1_000

/** Fifty clients in a process of their own. */
export async function openClients(
  stage: Pick<Stage, 'onEnd'>,
  shop: Database,
  options: Options,
): Promise<Clients> {
  const amount = options.amount ?? 50
  const goods = await readGoods(shop, amount)
  const child = fork(program, { execArgv: ['--import', import.meta.resolve('tsx')] })
  const close = () => void child.kill('SIGKILL')
  stage.onEnd(close)
  const said = { acknowledged: 0, journal: undefined as Journal | undefined }
  let waiting: (() => void)[] = []
  child.on('message', (word: ClientsWord) => {
    Object.assign(said, word)
    wake()
  })
  child.on('exit', wake)

  /** All of them: whoever was cut short may still wait beside who came after. */
  function wake(): void {
    const woken = waiting
    waiting = []
    for (const go of woken) go()
  }

  async function until(isReached: () => boolean): Promise<void> {
    while (!isReached()) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error('The clients ended by themselves.')
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }

  return {
    begin({ number, seed, mark }) {
      Object.assign(said, { acknowledged: 0, journal: undefined })
      const plan: ClientsPlan = {
        amount,
        seed,
        mark,
        pause: 40,
        patience: 10_000,
        editsStock: true,
        firstDelta: number * deltasARound,
        goods,
        ...options,
      }
      child.send(plan)
    },
    async hear(acknowledged) {
      const goal = said.acknowledged + acknowledged
      // Those who cannot go on tell what they know, and are not waited for.
      await until(() => said.acknowledged >= goal || said.journal !== undefined)
    },
    async finish() {
      child.send('finish')
      await until(() => said.journal !== undefined)
      if (!said.journal) throw new Error('The clients have no journal.')
      return said.journal
    },
    close,
  }
}
