const secondsPerUnit = new Map(Object.entries({ s: 1, m: 60, h: 3600, d: 86_400 }))

/** Parses a duration such as 30m, 24h or 7d. Returns seconds, or undefined if the text is no duration. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit = ''] = /^([1-9]\d{0,3})([smhd])$/.exec(text) ?? []
  const seconds = secondsPerUnit.get(unit)
  return seconds && Number(count) * seconds
}

type TimeoutOptions = { ms: number; error: () => Error }

/** Settles like the work, or rejects with the error after a time limit. The work itself continues. */
export async function withTimeout<Result>(
  work: Promise<Result>,
  { ms, error }: TimeoutOptions,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(error()), ms)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

/** The calendar day of an instant in a time zone, as yyyy-MM-dd. */
export function dayIn(timeZone: string, instant: Date): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(instant)
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}
