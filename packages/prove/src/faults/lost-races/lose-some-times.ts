import type { Found } from '#src/fault'
import type { WatchLateness } from '#src/open-watch'
import type { Races } from './lay-races'
import type { LoneWrite } from './open-lone-client'

/** On a machine so late with everything five attempts of a write may take longer than it has. */
const tooLate = 150

/** So often a write is played before nobody can tell what would have come of it. */
const most = 5

type Options = {
  races: Races
  watch: WatchLateness
  lone: LoneWrite
  times: number
  code: string
}

/** A write that loses some times is done at the first asking. What the machine was too late for is played again. */
export async function loseSomeTimes({
  races,
  watch,
  lone: { what, prepare, write },
  times,
  code,
}: Options): Promise<Required<Pick<Found, 'unkept' | 'remarks'>>> {
  const lost = `${what} that lost ${times} times with ${code}`
  const remarks: string[] = []
  for (let played = 1; played <= most; played += 1) {
    await races.loseNone()
    await prepare()
    await races.loseNext(times, code)
    const { result: tries, lateness } = await watch(write)
    if ((await races.asked()) <= times) throw new Error(`${what} has not met its races.`)
    if (tries === 1) return { unkept: [], remarks }
    if (lateness < tooLate) {
      return { unkept: [`${lost} was refused ${tries - 1} times`], remarks }
    }
    const late = `on a machine ${Math.round(lateness)} ms late with everything`
    remarks.push(`${lost} was refused ${late}: that is not judged.`)
  }
  return { unkept: [`${lost} could not be judged: it was refused ${most} times`], remarks }
}
