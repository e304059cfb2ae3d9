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
