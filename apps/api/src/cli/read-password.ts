import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { newPassword } from '@stockie/contracts'
import { AppError } from '@/errors'
import { Interrupted } from './interrupted'

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
  const password = await askSilently('New password: ')
  const repeated = await askSilently('The same again: ')
  if (password !== repeated) throw new AppError('invalid', 'The two passwords differ.')
  return password
}

function askSilently(question: string): Promise<string> {
  process.stderr.write(question)
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silence, terminal: true })
  return new Promise((resolve, reject) => {
    terminal.once('SIGINT', () => terminal.close())
    terminal.once('close', () => {
      process.stderr.write('\n')
      reject(new Interrupted())
    })
    terminal.once('line', (line) => {
      resolve(line)
      terminal.close()
    })
  })
}

async function readLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) return line
  throw new AppError('invalid', 'No password came: type it, or pipe it to standard input.')
}
