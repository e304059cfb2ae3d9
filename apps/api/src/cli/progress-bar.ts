const width = 30

/** A bar on a terminal; elsewhere a line for every tenth. */
export function createProgressBar(): (done: number, total: number, what: string) => void {
  let tenth = -1
  return (done, total, what) => {
    const part = total > 0 ? Math.min(1, done / total) : 1
    const percent = `${Math.floor(100 * part)} %`
    if (process.stdout.isTTY) {
      const filled = Math.round(width * part)
      const bar = '█'.repeat(filled) + '░'.repeat(width - filled)
      process.stdout.write(
        `\r\x1b[K${bar} ${percent.padStart(5)}  ${what}${part === 1 ? '\n' : ''}`,
      )
    } else if (Math.floor(10 * part) > tenth) {
      tenth = Math.floor(10 * part)
      process.stdout.write(`${percent} ${what}\n`)
    }
  }
}
