import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

/** util-linux's: runs a command on a terminal of its own. Other systems have none, or another. */
export const hasTerminals = /util-linux/.test(
  spawnSync('script', ['--version']).stdout?.toString() ?? '',
)

/** What the terminal showed while these answers were typed, each at its question. */
export async function onTerminal(
  args: string[],
  answers: string[],
  env: Record<string, string>,
): Promise<string> {
  const command = [process.execPath, ...args].join(' ')
  const terminal = spawn('script', ['-qec', command, '/dev/null'], {
    env: { PATH: process.env.PATH, ...env },
  })
  const ended = once(terminal, 'close')
  let shown = ''
  for await (const data of terminal.stdout) {
    shown += String(data)
    if (/(password|again): $/.test(shown)) terminal.stdin.write(`${answers.shift()}\r`)
  }
  const [code] = await ended
  return `${shown}exit ${code}`
}
