import { createInterface, type Interface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { newPassword } from '@stockie/contracts'
import { AppError } from '#src/errors'
import { InterruptedError } from './command'

/**
 * Prompts twice without echo on a terminal, or reads the first line of standard input. Never reads an
 * argument: every user of the machine could see it in the list of processes.
 */
export async function readPassword(): Promise<string> {
  const password = process.stdin.isTTY ? await askTwice() : await readLine()
  const checked = newPassword.safeParse(password)
  if (checked.success) return checked.data
  throw new AppError('invalid', `${checked.error.issues[0]?.message ?? 'Not a usable password'}.`)
}

async function askTwice(): Promise<string> {
  // One interface for both prompts: between two interfaces, typed-ahead text would be echoed.
  const silentOutput = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({
    input: process.stdin,
    output: silentOutput,
    terminal: true,
    historySize: 0,
  })
  const cancellation = new AbortController()
  terminal.once('SIGINT', () => cancellation.abort())
  terminal.once('close', () => cancellation.abort())
  try {
    const password = await ask('New password: ', terminal, cancellation.signal)
    const repeated = await ask('Repeat the password: ', terminal, cancellation.signal)
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
    throw signal.aborted ? new InterruptedError() : error
  } finally {
    process.stderr.write('\n')
  }
}

async function readLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) return line
  throw new AppError('invalid', 'The password is missing: type it, or pipe it to standard input.')
}
