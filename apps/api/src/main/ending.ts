type Step = () => Promise<unknown>

export type Ending = {
  /** What was opened last is closed first. */
  beforeThat: (close: Step) => void
  hasBegun: () => boolean
  /** Closes everything that is open, then ends the process. */
  end: (exitCode: number) => Promise<void>
}

export function createEnding(): Ending {
  const steps: Step[] = []
  let begun = false

  async function end(exitCode: number): Promise<void> {
    if (begun) return
    begun = true
    let failed = false
    for (const close of steps.toReversed()) {
      try {
        await close()
      } catch (error) {
        // One that cannot be closed keeps none of the others open.
        process.stderr.write(`While stopping: ${String(error)}\n`)
        failed = true
      }
    }
    process.exit(failed ? exitCode || 1 : exitCode)
  }

  return { beforeThat: (close) => void steps.push(close), hasBegun: () => begun, end }
}
