/** What a program that starts real servers passes to its helpers. */
export type TestScope = {
  /** A folder for everything that must be written; it is removed at the end. */
  folder: string
  /** Registers a step for the end; the last one registered runs first. */
  onEnd: (cleanUp: () => Promise<void> | void) => void
}

type Step = () => Promise<void> | void

export type Cleanup = { add: (step: Step) => void; close: () => Promise<void> }

/** Runs the steps in reverse order; a step that fails does not prevent the others. */
export function createCleanup(logError: (text: string) => void): Cleanup {
  const steps: Step[] = []

  async function close(): Promise<void> {
    for (let step = steps.pop(); step; step = steps.pop()) {
      try {
        await step()
      } catch (error) {
        logError(`A cleanup step failed: ${String(error)}`)
      }
    }
  }

  return { add: (step) => void steps.push(step), close }
}

export type Shutdown = {
  /** The last step registered runs first. */
  onEnd: (step: Step) => void
  /**
   * Runs synchronously if the process exits before `end` has finished, as after a second Ctrl-C. The last step registered
   * runs first.
   */
  onExit: (step: () => void) => void
  hasBegun: () => boolean
  end: () => Promise<void>
}

/** Closes everything at the end of the process, also after a signal. */
export function createShutdown(logError: (text: string) => void): Shutdown {
  const { add, close } = createCleanup(logError)
  const exitSteps: (() => void)[] = []
  let ended: Promise<void> | undefined

  async function endOnce(): Promise<void> {
    await close()
    exitSteps.length = 0
  }
  const end = () => (ended ??= endOnce())

  process.on('exit', () => {
    for (const step of exitSteps.toReversed()) {
      try {
        step()
      } catch (error) {
        logError(`A cleanup step failed: ${String(error)}`)
      }
    }
  })
  onSignal(
    (code) => void end().then(() => process.exit(code)),
    (code) => process.exit(code),
  )
  return {
    onEnd: add,
    onExit: (step) => void exitSteps.push(step),
    hasBegun: () => ended !== undefined,
    end,
  }
}

/**
 * One Ctrl-C may arrive twice, from the terminal and from npm: only a signal 500 ms later counts as a second
 * one.
 */
function onSignal(end: (code: number) => void, exit: (code: number) => void): void {
  const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const
  let firstAt: number | undefined
  for (const [signal, code] of Object.entries(exitCodes)) {
    process.on(signal, () => {
      if (firstAt !== undefined && Date.now() - firstAt > 500) return exit(code)
      firstAt ??= Date.now()
      end(code)
    })
  }
}
