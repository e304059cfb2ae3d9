import { createEnding, type Ending } from './ending'
import { UsageError } from './usage-error'

type Said = { tell: (text: string) => void; ending: Ending }

/** A program from its beginning to its end: what it has made is taken away, however that comes. */
export async function runProgram(work: (said: Said) => Promise<void>): Promise<void> {
  const tell = (text: string) => void process.stdout.write(`${text}\n`)
  const complain = (text: string) => void process.stderr.write(`${text}\n`)
  const ending = createEnding(complain)
  try {
    await work({ tell, ending })
  } catch (error) {
    process.exitCode = 1
    // On the way out everything fails that still works with what is closed.
    if (!ending.hasBegun()) {
      complain(error instanceof UsageError ? error.message : String(error))
    }
  }
  await ending.end()
}
