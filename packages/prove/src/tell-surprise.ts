/** Of an API's log only what it has not foreseen: why it answered with 500. */
export function tellSurprise(progress: (text: string) => void): (line: string) => void {
  return (line) => {
    if (!line.includes('The server failed.')) return
    const { req, err } = JSON.parse(line) as { req?: { url?: string }; err?: { stack?: string } }
    progress(`${req?.url}: ${err?.stack ?? line}`)
  }
}
