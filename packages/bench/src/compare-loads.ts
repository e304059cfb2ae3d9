import type { Bench } from './bench'
import { inRounds } from './in-rounds'
import { load } from './load'
import type { LoadRequest } from './load/plan'
import { measureLoad, type Measured } from './measure-load'
import { mustAnswerTheSame } from './must-answer-the-same'
import { readJson } from './read-json'
import type { Server } from './start-server'

export type Asked = { server: Server; request: LoadRequest }

/** The same question to several servers: answers held against each other, all warmed up, then in turn. */
export async function compareLoads<Side extends string>(
  bench: Bench,
  sides: Record<Side, Asked>,
  { connections = 10 }: { connections?: number } = {},
): Promise<Record<Side, Measured[]>> {
  const entries = Object.entries<Asked>(sides)
  const answers = await Promise.all(
    entries.map(([, { server, request }]) => readJson(server, request)),
  )
  for (const answer of answers)
    mustAnswerTheSame(entries[0]?.[1].request.path ?? '', answers[0], answer)
  const plan = ({ request }: Asked, seconds: number) => ({
    connections,
    seconds,
    requests: [request],
  })
  bench.progress('warming up')
  for (const [, asked] of entries) await load(bench, asked.server, plan(asked, 1))
  const works = entries.map(([side, asked]) => [
    side,
    () => measureLoad(bench, asked.server, plan(asked, bench.seconds)),
  ])
  return inRounds(bench, Object.fromEntries(works) as Record<Side, () => Promise<Measured>>)
}
