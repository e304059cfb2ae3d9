import type { Bench } from '#src/bench'
import { inRounds } from '#src/in-rounds'
import type { LoadRequest } from '#src/load/plan'
import { mustAnswerTheSame } from '#src/must-answer-the-same'
import { readJson } from '#src/read-json'
import { readAfterWrites } from './read-after-writes'
import type { startReaders } from './start-readers'

type Readers = Awaited<ReturnType<typeof startReaders>>
type Plan = { path: string; write: () => Promise<unknown> }

/** The same read by all three servers, each time after a write, in turn. */
export async function costsAfterWrites(bench: Bench, readers: Readers, { path, write }: Plan) {
  const { stockie, anchor, ordinary } = readers
  const asked: LoadRequest = { path, headers: stockie.headers }
  const [mine, ...others] = await Promise.all(
    [stockie, anchor, ordinary].map((server) => readJson(server, asked)),
  )
  for (const other of others) mustAnswerTheSame(path, mine, other)
  const read = (server: Readers['anchor'], times = bench.quick ? 15 : 40) =>
    readAfterWrites(bench, { server, request: asked, times, write })
  bench.progress('warming up')
  for (const server of [stockie, anchor, ordinary]) await read(server, 20)
  return inRounds(bench, {
    stockie: () => read(stockie),
    anchor: () => read(anchor),
    ordinary: () => read(ordinary),
  })
}
