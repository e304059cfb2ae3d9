import { setTimeout } from 'node:timers/promises'

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
