import { createInterface, type Interface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { newPassword } from '@stockie/contracts'
import { AppError } from '#src/errors'
import { Interrupted } from './command'

/**
 * Never an argument, which every user of the machine could read in the list of processes: asked
 * for twice without echo on a terminal, or else the first line of standard input.
 */
export async function readPassword(): Promise<string> {
  const password = process.stdin.isTTY ? await askTwice() : await readLine()
  const checked = newPassword.safeParse(password)
  if (checked.success) return checked.data
  throw new AppError('invalid', `${checked.error.issues[0]?.message ?? 'Not a usable password'}.`)
}

async function askTwice(): Promise<string> {
  // A terminal of its own for both questions: between two, what is typed ahead would be echoed.
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({
    input: process.stdin,
    output: silence,
    terminal: true,
    historySize: 0,
  })
  const gaveUp = new AbortController()
  terminal.once('SIGINT', () => gaveUp.abort())
  terminal.once('close', () => gaveUp.abort())
  try {
    const password = await ask('New password: ', terminal, gaveUp.signal)
    const repeated = await ask('The same again: ', terminal, gaveUp.signal)
    if (password !== repeated) throw new AppError('invalid', 'The two passwords differ.')
    return password
  } finally {
    terminal.close()
  }
}

async function ask(question: string, terminal: Interface, signal: AbortSignal): Promise<string> {
  process.stderr.write(question)
  try {
    return await terminal.question('', { signal })
  } catch (error) {
    throw signal.aborted ? new Interrupted() : error
  } finally {
    process.stderr.write('\n')
  }
}

async function readLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) return line
  throw new AppError('invalid', 'No password came: type it, or pipe it to standard input.')
}
