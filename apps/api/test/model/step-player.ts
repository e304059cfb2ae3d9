import { idempotencyKeyHeader, ifMatchHeader, resourcePaths } from '@stockie/contracts'
import { countCash, planCount, withOtherSum } from '#test/model/commands/cash-count-commands'
import { withClosedDaysKept, explainRefusal, playMove } from '#test/model/commands/closed-days'
import { withOtherRemark } from '#test/model/commands/document-bodies'
import { planSubmission, type Submission, submit } from '#test/model/commands/document-commands'
import { playFile } from '#test/model/commands/import-commands'
import {
  park,
  planParkedRemoval,
  planParking,
  planTake,
} from '#test/model/commands/parked-commands'
import { planCreate, planEdit } from '#test/model/commands/record-commands'
import { planRemoval, restoreBatch } from '#test/model/commands/removal-commands'
import { planReturn, planReturnRemoval, takeBack } from '#test/model/commands/return-commands'
import {
  enterNumber,
  planNumber,
  withOtherNumber,
} from '#test/model/commands/counted-number-commands'
import { planCountStart, startCount, takeCount } from '#test/model/commands/stock-count-commands'
import { sendWithRetry } from '#test/support/http-clients'
import {
  type Call,
  contestedRecords,
  type Explanation,
  type ModelAnswer,
  type CallContext,
  shareCodes,
  touchedProductIds,
  type User,
} from './calls'
import { ranges } from './day-ranges'
import type { Plan, Step } from './sequence-plans'
import { checkRememberedReports, rememberBusyReports, rememberReports } from './remembered-reports'
import { findSerialOrder } from './serial-order'
import type { Shop } from './shop-model'
import { activityView, queryOf, type View, viewsAfter, viewsOfAll } from './shop-views'
import { stockCountViewsAfter, stockCountViewsOfAll } from './stock-count-views'
import { itemAt, type ModelRun } from './model-run'

const maxConcurrentCalls = 8

/** Turns a step's plans into calls. All choices refer to the shop before the step. */
export function planCalls(plans: readonly Plan[], run: ModelRun): Call[] {
  const calls: Call[] = []
  for (const plan of plans) {
    for (const makeCall of callFactories(plan, run)) {
      if (calls.length === maxConcurrentCalls) return calls
      run.calls += 1
      calls.push(makeCall(run.calls))
    }
  }
  return calls
}

type CallFactory = (number: number) => Call

function callFactories(plan: Plan, run: ModelRun): CallFactory[] {
  const contextOf = (user: User, api: number, number: number): CallContext => {
    return { shop: run.shop, step: run.steps, number, user, api }
  }
  if (plan.does === 'resend') {
    if (run.submissions.length === 0) return []
    const { submission, user } = itemAt(run.submissions, plan.which)
    const repeated = plan.changed ? withChangedRemark(submission) : submission
    return [(number) => submit(repeated, contextOf(user, plan.api, number))]
  }
  if (plan.does === 'count again') {
    if (run.counts.length === 0) return []
    const { submission, user } = itemAt(run.counts, plan.which)
    const repeated = plan.changed ? withOtherSum(submission) : submission
    return [(number) => countCash(repeated, contextOf(user, plan.api, number))]
  }
  if (plan.does === 'repeat number') {
    if (run.numbers.length === 0) return []
    const { submission, user } = itemAt(run.numbers.toReversed(), plan.which)
    const repeated = plan.changed ? withOtherNumber(submission) : submission
    return [(number) => enterNumber(repeated, contextOf(user, plan.api, number))]
  }
  const user = itemAt(run.users, plan.user)
  const context = (number: number) => contextOf(user, plan.api, number)
  if (plan.does === 'create') return [(number) => planCreate(plan, context(number))]
  if (plan.does === 'edit') return [(number) => planEdit(plan, context(number))]
  if (plan.does === 'restore batch') {
    if (run.batches.length === 0) return []
    const batch = itemAt(run.batches.toReversed(), plan.which)
    const resource = plan.resource > 21 ? itemAt(resourcePaths, plan.which) : batch.resource
    return [(number) => restoreBatch(batch, resource, context(number))]
  }
  if (plan.does === 'park') {
    const submission = planParking(plan, context(run.calls + 1))
    const copies = submission.key === undefined ? 1 : plan.copies
    return Array.from({ length: copies }, (_, copy) => (number: number) => {
      return park(submission, contextOf(user, plan.api + copy, number))
    })
  }
  if (plan.does === 'take') {
    return Array.from({ length: plan.callers }, (_, index) => (number: number) => {
      const caller = itemAt(run.users, plan.user + index)
      return planTake(plan, contextOf(caller, plan.api + index, number))
    })
  }
  if (plan.does === 'take back') {
    const submission = planReturn(plan, context(run.calls + 1))
    const copies = submission.key === undefined ? 1 : plan.copies
    return Array.from({ length: copies }, (_, copy) => (number: number) => {
      return takeBack(submission, contextOf(user, plan.api + copy, number))
    })
  }
  if (plan.does === 'count cash') {
    const submission = planCount(plan, context(run.calls + 1))
    if (!submission.key) return [(number) => countCash(submission, context(number))]
    run.counts.push({ submission, user })
    return Array.from({ length: plan.copies }, (_, copy) => (number: number) => {
      return countCash(submission, contextOf(user, plan.api + copy, number))
    })
  }
  if (plan.does === 'start count') {
    const submission = planCountStart(plan, context(run.calls + 1))
    const copies = submission.key === undefined ? 1 : plan.copies
    return Array.from({ length: copies }, (_, copy) => (number: number) => {
      return startCount(submission, contextOf(user, plan.api + copy, number))
    })
  }
  if (plan.does === 'enter number') {
    const submission = planNumber(plan, context(run.calls + 1))
    if (!submission.key) return [(number) => enterNumber(submission, context(number))]
    run.numbers.push({ submission, user })
    return Array.from({ length: plan.copies }, (_, copy) => (number: number) => {
      return enterNumber(submission, contextOf(user, plan.api + copy, number))
    })
  }
  if (plan.does === 'take count') {
    return Array.from({ length: plan.callers }, (_, index) => (number: number) => {
      // Mostly an owner or a manager. Cashiers may not post.
      const caller = itemAt(run.users, (plan.user + index) % 4)
      return takeCount(plan, contextOf(caller, plan.api + index, number))
    })
  }
  if (plan.does === 'remove return') {
    return [(number) => planReturnRemoval(plan, context(number))]
  }
  if (plan.does === 'remove parked') {
    return [(number) => planParkedRemoval(plan, context(number))]
  }
  if (plan.does !== 'record') return [(number) => planRemoval(plan, context(number))]

  const submission = planSubmission(plan, context(run.calls + 1))
  if (!submission.key) return [(number) => submit(submission, context(number))]
  run.submissions.push({ submission, user })
  return Array.from({ length: plan.copies }, (_, copy) => (number: number) => {
    return submit(submission, contextOf(user, plan.api + copy, number))
  })
}

function withChangedRemark(submission: Submission): Submission {
  return { ...submission, draft: withOtherRemark(submission.draft) }
}

type Observation = { view: View; actual: unknown }

/** Sends all calls of a step at once. Then the views must match the shop after some serial order of them. */
export async function playStep(run: ModelRun, step: Step): Promise<void> {
  run.steps += 1
  if (step.file) await playFile(run, step.file)
  if (step.move) await playMove(run, step.move)
  const calls = planCalls(step.calls, run)
  const explanations: Explanation[] = []
  // Collect them in the order of the answers, which is the likeliest serial order.
  const range = itemAt(ranges, step.range)
  await Promise.all([
    ...calls.map(async (call) => explanations.push(await sendCall(call, run))),
    ...(step.list % 2 === 0 ? [rememberBusyReports(run, queryOf(range))] : []),
  ])

  for (const { batch } of explanations) if (batch) run.batches.push(batch)

  const touched = explanations.flatMap(({ effects }) => touchedProductIds(effects))
  const contested = contestedRecords(explanations.flatMap(({ effects }) => effects))
  const views = [
    ...viewsAfter(run.shop, step, calls, touched),
    ...stockCountViewsAfter(run.shop, step.list, calls),
    ...contested
      .filter(({ resource, id }) => run.shop[resource].has(id))
      .map(({ resource, id }) => activityView(resource, id)),
  ]
  const observations = await readViews(views, step.reader, run)
  run.shop = withClosedDaysKept(run, findMatchingShop(run.shop, explanations, observations))
  await rememberReports(run, observations)
}

/** Compares all views with the final shop, read by a browser that has cached earlier answers. */
export async function checkFinalShop(run: ModelRun): Promise<void> {
  const views = [...viewsOfAll(run.shop), ...stockCountViewsOfAll(run.shop)]
  findMatchingShop(run.shop, [], await readViews(views, run.calls, run))
  await checkRememberedReports(run)
}

async function sendCall(call: Call, run: ModelRun): Promise<Explanation> {
  const { ports, transcript } = run
  const { method, path, body, key, version, user, api, number } = call
  const { status, body: answered } = await sendWithRetry({
    port: itemAt(ports, api),
    method,
    path,
    body,
    token: user.token,
    headers: {
      ...(key !== undefined && { [idempotencyKeyHeader]: key }),
      ...(version !== undefined && { [ifMatchHeader]: `"${version}"` }),
    },
  })
  const answer: ModelAnswer = { status, body: answered }
  const request = `${number}. ${user.name}: ${method} ${path} ${key ?? version ?? ''} ${body ?? ''}`
  transcript.push(`${request}\n   -> ${status} ${JSON.stringify(answered)}`)
  return explainRefusal(call, answer, run) ?? call.explain(answer)
}

async function readViews(
  views: View[],
  reader: number,
  { browsers, ports, standby, steps }: ModelRun,
): Promise<Observation[]> {
  const owner = itemAt(browsers, 0)
  const browser = itemAt(browsers, reader)
  await standby?.prepareReads([owner, browser], steps)
  return Promise.all(
    views.map(async (view, index) => {
      const viewer = view.forOwner ? owner : browser
      return { view, actual: await viewer.read(itemAt(ports, index), view.path) }
    }),
  )
}

function findMatchingShop(
  shop: Shop,
  explanations: readonly Explanation[],
  observations: readonly Observation[],
): Shop {
  let mismatch: string | undefined
  const fits = (candidate: Shop) => {
    const found = findMismatch(candidate, explanations, observations)
    mismatch ??= found
    return found === undefined
  }
  const effects = shareCodes(explanations.flatMap((explanation) => explanation.effects))
  const found = findSerialOrder(shop, effects, fits)
  if (!found)
    throw new Error(mismatch ?? 'The answers contradict each other in every serial order.')
  return { ...found, tallies: new Map() }
}

function findMismatch(
  shop: Shop,
  explanations: readonly Explanation[],
  observations: readonly Observation[],
): string | undefined {
  for (const { claimed } of explanations) {
    const done = claimed ? (shop.tallies.get(claimed.call) ?? 0) : 0
    if (claimed && claimed.count !== done) {
      return `Call ${claimed.call} changed ${done} records but answered ${claimed.count}.`
    }
  }
  for (const { view, actual } of observations) {
    const mismatch = view.compare(actual, shop)
    if (mismatch !== undefined) return mismatch
  }
  return undefined
}
