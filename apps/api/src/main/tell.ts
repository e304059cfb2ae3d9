import { plainText } from './plain-text'

/** What Stockie says to the person in front of it. The log is another thing. */
export function tell(line: string): void {
  process.stdout.write(`${plainText(line)}\n`)
}

/** A line that is written over and over while something goes on, where a terminal can do that. */
export function tellProgress(done: number, total: number, what: string): void {
  if (!process.stdout.isTTY) return
  const percent = total > 0 ? Math.floor((100 * done) / total) : 100
  process.stdout.write(
    `\r\x1b[KFilling the shop: ${what}, ${percent} %${done >= total ? '\n' : ''}`,
  )
}

export function complain(sentence: string): void {
  process.stderr.write(`${plainText(sentence)}\n`)
}
