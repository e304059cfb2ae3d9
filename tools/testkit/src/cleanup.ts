/** What whoever starts real programs gives them. */
export type TestScope = {
  /** A folder for what has to be written; it goes at the end. */
  folder: string
  /** What was opened last is closed first, however it ends. */
  onEnd: (cleanUp: () => Promise<void> | void) => void
}

type Step = () => Promise<void> | void

export type Cleanup = { add: (close: Step) => void; close: () => Promise<void> }

/** What was opened last is closed first; one that cannot be closed keeps none of the others open. */
export function createCleanup(complain: (text: string) => void): Cleanup {
  const steps: Step[] = []

  async function close(): Promise<void> {
    for (let step = steps.pop(); step; step = steps.pop()) {
      try {
        await step()
      } catch (error) {
        complain(`While ending: ${String(error)}`)
      }
    }
  }

  return { add: (step) => void steps.push(step), close }
}

export type Shutdown = {
  /** What was opened last is closed first. */
  beforeThat: (close: () => Promise<void> | void) => void
  /** What is still done where that is cut short: by a second Ctrl-C, or by what nobody foresaw. */
  atOnce: (close: () => void) => void
  hasBegun: () => boolean
  end: () => Promise<void>
}

/** Closes everything at the end, also where the end is a signal. */
export function createShutdown(complain: (text: string) => void): Shutdown {
  const { add, close } = createCleanup(complain)
  const last: (() => void)[] = []
  let ended: Promise<void> | undefined

  async function endOnce(): Promise<void> {
    await close()
    last.length = 0
  }
  const end = () => (ended ??= endOnce())

  process.on('exit', () => {
    for (const step of last) step()
  })
  onSignal(
    (code) => void end().then(() => process.exit(code)),
    (code) => process.exit(code),
  )
  return {
    beforeThat: add,
    atOnce: (step) => void last.push(step),
    hasBegun: () => ended !== undefined,
    end,
  }
}

/** One Ctrl-C may arrive twice, from the terminal and from npm: only a later one is a second. */
function onSignal(end: (code: number) => void, endAtOnce: (code: number) => void): void {
  const signals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const
  let first: number | undefined
  for (const [signal, code] of Object.entries(signals)) {
    process.on(signal, () => {
      if (first !== undefined && Date.now() - first > 500) return endAtOnce(code)
      first ??= Date.now()
      end(code)
    })
  }
}
