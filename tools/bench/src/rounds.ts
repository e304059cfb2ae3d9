import { setTimeout } from 'node:timers/promises'
import type { Bench } from './bench'

/** Runs the sides in turn, their order reversed each round, and gives what each came to, round by round. */
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

const pause = 50

/** Writes some twenty times a second for as long as something is measured, the same beside every side. */
export async function besideWrites<Found>(
  write: () => Promise<unknown>,
  measure: () => Promise<Found>,
): Promise<Found> {
  let isMeasured = false

  async function keepWriting(): Promise<void> {
    while (!isMeasured) {
      await write()
      await setTimeout(pause)
    }
  }
  const measuring = measure().finally(() => (isMeasured = true))
  const [found] = await Promise.all([measuring, keepWriting()])
  return found
}

/** For rows that are read from one and the same run: the first that asks has it measured. */
export function measureOncePerRun<Found>(
  measure: (bench: Bench) => Promise<Found>,
): (bench: Bench) => Promise<Found> {
  let found: Promise<Found> | undefined
  return (bench) => (found ??= measure(bench))
}
