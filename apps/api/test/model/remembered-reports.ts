import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { ChangeSince, DailyTotals, ProfitSummary } from '@stockie/contracts'
import { itemAt, type ModelRun } from './model-run'
import { describeDifference, withQuery } from './shop-views'

/** A report as it was answered once, and the address that must answer the same from then on. */
export type RememberedReport = { path: string; body: unknown }

/** The reports that can be asked as of a moment. */
const isReport = (path: string) => /^\/(reports\/profit-summary|products\/summary)/.test(path)

const asOf = (path: string, moment: string) => withQuery(path, { asOf: moment })

/**
 * Remembers reports that were read while nothing was being written, with a moment between the writes before and after.
 * The clock of JavaScript lacks microseconds, so a moment is later than the last write only after a pause.
 */
export async function rememberReports(
  run: ModelRun,
  observations: readonly { view: { path: string }; actual: unknown }[],
): Promise<void> {
  await setTimeout(2)
  const moment = new Date().toISOString()
  for (const { view, actual } of observations) {
    if (!isReport(view.path)) continue
    run.remembered.push({ path: asOf(view.path, moment), body: actual })
  }
}

/** Asks for the reports of a range as of now, while others write. The pause differs from step to step. */
export async function rememberBusyReports(run: ModelRun, query: string): Promise<void> {
  await setTimeout(run.steps % 16)
  const moment = new Date().toISOString()
  const paths = [`/reports/profit-summary${query}`, `/products/summary${query}`]
  const answers = paths.map(async (path, index) => {
    const address = asOf(path, moment)
    const body = await itemAt(run.browsers, index).read(
      itemAt(run.ports, run.steps + index),
      address,
    )
    run.remembered.push({ path: address, body })
  })
  await Promise.all(answers)
}

/** The most remembered reports that a sequence asks for again, spread over its steps. */
const maxChecks = 24

/** Throws if a report of the past has changed, or if the changes since do not add up to the difference. */
export async function checkRememberedReports(run: ModelRun): Promise<void> {
  const { remembered } = run
  const every = Math.ceil(remembered.length / maxChecks)
  const checked = remembered.filter((_, index) => (remembered.length - 1 - index) % every === 0)
  await Promise.all(checked.map((report, index) => checkReport(run, report, index)))
}

async function checkReport(run: ModelRun, report: RememberedReport, index: number) {
  const read = async <Body>(path: string): Promise<Body> =>
    (await itemAt(run.browsers, index).read(itemAt(run.ports, index), path)) as Body
  const then = await read(report.path)
  if (!isDeepStrictEqual(then, report.body)) {
    throw new Error(
      `The report as of this moment has changed. ${describeDifference(report.path, then, report.body)}`,
    )
  }
  if (!report.path.startsWith('/reports/profit-summary')) return

  const query = new URLSearchParams(report.path.split('?')[1])
  const days = await read<DailyTotals[]>(`/reports/daily?${query.toString()}`)
  const changes = await read<ChangeSince[]>(
    `/reports/changes-since?${query.toString()}&pageSize=1000`,
  )
  query.delete('asOf')
  const now = await read<ProfitSummary>(`/reports/profit-summary?${query.toString()}`)
  for (const total of ['totalSales', 'totalPurchases', 'totalExpenses'] as const) {
    const known = (then as ProfitSummary)[total]
    const ofDays = sum(days.map((day) => day[total]))
    if (ofDays !== cents(known)) {
      throw new Error(`${report.path}: the days have ${ofDays} cents of ${total}, not ${known}.`)
    }
    const changed = sum(changes.filter((change) => change.total === total).map(amountOf))
    if (changed !== cents(now[total]) - cents(known)) {
      throw new Error(
        `${report.path}: ${total} was ${known} and is ${now[total]}, but the changes add up to ${changed} cents.`,
      )
    }
  }
}

const amountOf = ({ amount }: ChangeSince) => amount
const cents = (amount: number) => Math.round(amount * 100)
const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + cents(one), 0)
