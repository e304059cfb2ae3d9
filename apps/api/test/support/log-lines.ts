type LogLine = Record<string, unknown> & { msg?: string }

export function parseLines(text: string): LogLine[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

/** The messages of requests, as "GET /path 404". */
export const requestLines = (lines: LogLine[]) =>
  lines.flatMap(({ msg = '' }) => (/^[A-Z]+ \//.test(msg) ? [msg] : []))

/** The sums of the request log, with their number by status. */
export const sumsOf = (lines: LogLine[]) =>
  lines.flatMap(({ msg = '', statuses }) => (/^\d+ more/.test(msg) ? [[msg, statuses]] : []))

/** Why the database was busy, except that a request found no connection in time, which happens on a slow machine. */
export const otherBusyCauses = (lines: LogLine[]) =>
  lines.flatMap(({ msg, err }) => {
    const cause = String(Object(err).message)
    const isExpected = cause.startsWith('timeout exceeded when trying to connect')
    return msg === 'The database is busy.' && !isExpected ? [cause] : []
  })
