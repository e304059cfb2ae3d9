import { createClosing } from './closing'

export type Ending = {
  /** What was opened last is closed first. */
  beforeThat: (close: () => Promise<void> | void) => void
  /** What is still done where that is cut short: by a second Ctrl-C, or by what nobody foresaw. */
  atOnce: (close: () => void) => void
  hasBegun: () => boolean
  end: () => Promise<void>
}

/** Closes everything at the end, also where the end is a signal. */
export function createEnding(complain: (text: string) => void): Ending {
  const { add, close } = createClosing(complain)
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
