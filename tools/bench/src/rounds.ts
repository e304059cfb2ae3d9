import { setTimeout } from 'node:timers/promises'
import type { Bench } from './bench'

/** Runs the sides in turn, in reversed order each round, and returns their results by round. */
export async function inRounds<Side extends string, Result>(
  { rounds, progress }: Pick<Bench, 'rounds' | 'progress'>,
  sides: Record<Side, () => Promise<Result>>,
): Promise<Record<Side, Result[]>> {
  const names = Object.keys(sides) as Side[]
  const empty = names.map((name): [Side, Result[]] => [name, []])
  const results = Object.fromEntries(empty) as Record<Side, Result[]>
  for (let round = 1; round <= rounds; round += 1) {
    for (const name of round % 2 ? names : names.toReversed()) {
      progress(`round ${round} of ${rounds}, ${name}`)
      results[name].push(await sides[name]())
    }
  }
  return results
}

const writePause = 50

/** Writes about twenty times a second during a measurement, the same for every side. */
export async function besideWrites<Result>(
  write: () => Promise<unknown>,
  measure: () => Promise<Result>,
): Promise<Result> {
  let isDone = false

  async function keepWriting(): Promise<void> {
    while (!isDone) {
      await write()
      await setTimeout(writePause)
    }
  }
  const measuring = measure().finally(() => (isDone = true))
  const [result] = await Promise.all([measuring, keepWriting()])
  return result
}

/** Shares one measurement between rows; the first row runs it. */
export function measureOncePerRun<Result>(
  measure: (bench: Bench) => Promise<Result>,
): (bench: Bench) => Promise<Result> {
  let result: Promise<Result> | undefined
  return (bench) => (result ??= measure(bench))
}
