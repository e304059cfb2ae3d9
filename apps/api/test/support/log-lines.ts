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
