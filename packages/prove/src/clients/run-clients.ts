import { createRandom } from '@stockie/prisma/seed'
import { createJournal, type Journal } from './journal'
import { openLine } from './open-line'
import type { ClientsPlan, ClientsWord } from './plan'
import { runClient } from './run-client'

/** A process of its own: for each plan that it is sent it works until it hears "finish", and tells its journal. */
let finish: (() => void) | undefined
process.on('message', (message: ClientsPlan | 'finish') => {
  if (message === 'finish') return finish?.()
  let finished = false
  finish = () => (finished = true)
  void work(message, () => finished)
})
process.once('disconnect', () => process.exit(1))

const tell = (word: ClientsWord) => void process.send?.(word)

/** Far from each other, so that no two clients make the same choices. */
const apart = 7_919

async function work(plan: ClientsPlan, hasFinished: () => boolean): Promise<void> {
  const journal = createJournal()
  const telling = setInterval(() => tell({ acknowledged: journal.acknowledged }), 20)
  await Promise.all(openClients(plan, journal).map((run) => run(hasFinished)))
  clearInterval(telling)
  tell({ journal })
}

function openClients(plan: ClientsPlan, journal: Journal) {
  const { amount, origins, patience, headers, goods } = plan
  return Array.from({ length: amount }, (_, index) => {
    let marks = 0
    const client = {
      line: openLine({ origins, first: index, patience, journal }),
      journal,
      random: createRandom(plan.seed + index * apart),
      headers,
      goods,
      counted: goods.counted[index],
      nextMark: () => `${plan.mark}-${index}-${(marks += 1)}`,
    }
    return (hasFinished: () => boolean) => runClient(client, { ...plan, hasFinished })
  })
}
