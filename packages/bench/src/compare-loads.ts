import type { Server } from '@stockie/stage/start-server'
import type { Bench } from './bench'
import { besideWrites } from './beside-writes'
import { inRounds } from './in-rounds'
import { load } from './load'
import type { LoadRequest } from './load/plan'
import { measureLoad, type Measured } from './measure-load'
import { mustAnswerTheSame } from './must-answer-the-same'
import { readJson } from './read-json'

/** The requests are asked in turn. */
export type Asked = { server: Server; requests: LoadRequest[] }

const connections = 10

/** The same question to several servers: answers held against each other, all warmed up, then in turn. */
export async function compareLoads<Side extends string>(
  bench: Bench,
  sides: Record<Side, Asked>,
  { write }: { write?: () => Promise<unknown> } = {},
): Promise<Record<Side, Measured[]>> {
  const entries = Object.entries<Asked>(sides)
  const answers = await Promise.all(entries.map(([, asked]) => readSome(asked)))
  for (const answer of answers)
    mustAnswerTheSame(entries[0]?.[1].requests[0]?.path ?? '', answers[0], answer)
  const plan = ({ requests }: Asked, seconds: number) => ({ connections, seconds, requests })
  bench.progress('warming up')
  for (const [, asked] of entries) await load(bench, asked.server, plan(asked, 1))
  const works = entries.map(([side, asked]) => [
    side,
    () => {
      const measure = () => measureLoad(bench, asked.server, plan(asked, bench.seconds))
      return write ? besideWrites(write, measure) : measure()
    },
  ])
  return inRounds(bench, Object.fromEntries(works) as Record<Side, () => Promise<Measured>>)
}

/** Of thousands of requests a few stand for all. */
function readSome({ server, requests }: Asked): Promise<unknown[]> {
  const some = requests.filter((_, index) => index % 500 === 0)
  return Promise.all(some.map((request) => readJson(server, request)))
}
