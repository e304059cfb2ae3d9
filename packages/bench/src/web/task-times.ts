import type { Browser, Page } from '@playwright/test'

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds of processor. */
  tdur?: number
  args: { name?: string }
}

const categories = ['__metadata', 'disabled-by-default-devtools.timeline']

/** Milliseconds of processor of every task on the page's main thread, while something is done. */
export async function taskTimes(
  browser: Browser,
  page: Page,
  act: () => Promise<void>,
): Promise<number[]> {
  await browser.startTracing(page, { categories })
  await act()
  const trace = await browser.stopTracing()
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(threadOf),
  )
  return traceEvents
    .filter((event) => event.name === 'RunTask' && event.ph === 'X' && main.has(threadOf(event)))
    .map(({ tdur = 0 }) => tdur / 1000)
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid} ${tid}`
}
