import { idempotencyKeyHeader } from '@stockie/contracts'
import { withOtherRemark } from '#test/model/commands/document-bodies'
import { planSubmission, type Submission, submit } from '#test/model/commands/document-commands'
import { planCreate, planEdit } from '#test/model/commands/record-commands'
import { planRemoval } from '#test/model/commands/removal-commands'
import { sendOverKeptConnection } from '#test/support/http-clients'
import {
  type Call,
  type Explanation,
  type ModelAnswer,
  type CallContext,
  touchedProductIds,
  type User,
} from './calls'
import type { Plan, Step } from './sequence-plans'
import { findSerialOrder } from './serial-order'
import type { Shop } from './shop-model'
import { type View, viewsAfter, viewsOfAll } from './shop-views'
import { itemAt, type ModelRun } from './stage'

const maxConcurrentCalls = 8

/** The requests of a step: each plan's choices made in the shop as it is before any of them. */
export function planCalls(plans: readonly Plan[], stage: ModelRun): Call[] {
  const calls: Call[] = []
  for (const plan of plans) {
    for (const makeCall of callFactories(plan, stage)) {
      if (calls.length === maxConcurrentCalls) return calls
      stage.calls += 1
      calls.push(makeCall(stage.calls))
    }
  }
  return calls
}

type CallFactory = (number: number) => Call

function callFactories(plan: Plan, stage: ModelRun): CallFactory[] {
  const contextOf = (user: User, api: number, number: number): CallContext => {
    return { shop: stage.shop, step: stage.steps, number, user, api }
  }
  if (plan.does === 'resend') {
    if (stage.submissions.length === 0) return []
    const { submission, user } = itemAt(stage.submissions, plan.which)
    const repeated = plan.changed ? withChangedRemark(submission) : submission
    return [(number) => submit(repeated, contextOf(user, plan.api, number))]
  }
  const user = itemAt(stage.users, plan.user)
  const scene = (number: number) => contextOf(user, plan.api, number)
  if (plan.does === 'create') return [(number) => planCreate(plan, scene(number))]
  if (plan.does === 'edit') return [(number) => planEdit(plan, scene(number))]
  if (plan.does !== 'record') return [(number) => planRemoval(plan, scene(number))]

  const submission = planSubmission(plan, scene(stage.calls + 1))
  if (!submission.key) return [(number) => submit(submission, scene(number))]
  stage.submissions.push({ submission, user })
  return Array.from({ length: plan.copies }, (_, copy) => (number: number) => {
    return submit(submission, contextOf(user, plan.api + copy, number))
  })
}

function withChangedRemark(submission: Submission): Submission {
  return { ...submission, draft: withOtherRemark(submission.draft) }
}

type Observation = { view: View; seen: unknown }

/** All calls of the step at once; then the shop must look as after some order of them. */
export async function playStep(stage: ModelRun, step: Step): Promise<void> {
  stage.steps += 1
  const calls = planCalls(step.calls, stage)
  const explanations: Explanation[] = []
  // In the order of the answers, which is the likeliest of all.
  await Promise.all(calls.map(async (call) => explanations.push(await sendCall(call, stage))))

  const touched = explanations.flatMap(({ effects: happenings }) => touchedProductIds(happenings))
  const seen = await readViews(viewsAfter(stage.shop, step, calls, touched), step.reader, stage)
  stage.shop = findMatchingShop(stage.shop, explanations, seen)
}

/** Everything there is to see, once more, by one of those who looked all along. */
export async function checkFinalShop(stage: ModelRun): Promise<void> {
  findMatchingShop(stage.shop, [], await readViews(viewsOfAll(stage.shop), stage.calls, stage))
}

async function sendCall(call: Call, { ports, transcript: story }: ModelRun): Promise<Explanation> {
  const { method, path, body, key, user, api, number } = call
  const { status, body: answered } = await sendOverKeptConnection({
    port: itemAt(ports, api),
    method,
    path,
    body,
    token: user.token,
    headers: key === undefined ? {} : { [idempotencyKeyHeader]: key },
  })
  const answer: ModelAnswer = { status, body: answered }
  const request = `${number}. ${user.name}: ${method} ${path} ${key ?? ''} ${body ?? ''}`
  story.push(`${request}\n   -> ${status} ${JSON.stringify(answered)}`)
  return call.explain(answer)
}

async function readViews(
  views: View[],
  reader: number,
  { browsers, ports }: ModelRun,
): Promise<Observation[]> {
  const owner = itemAt(browsers, 0)
  const browser = itemAt(browsers, reader)
  return Promise.all(
    views.map(async (view, index) => {
      const reader = view.forOwner ? owner : browser
      return { view, seen: await reader.read(itemAt(ports, index), view.path) }
    }),
  )
}

function findMatchingShop(
  shop: Shop,
  explanations: readonly Explanation[],
  seen: readonly Observation[],
): Shop {
  let mismatch: string | undefined
  const fits = (candidate: Shop) => {
    const found = findMismatch(candidate, explanations, seen)
    mismatch ??= found
    return found === undefined
  }
  const happenings = explanations.flatMap((explanation) => explanation.effects)
  const found = findSerialOrder(shop, happenings, fits)
  if (!found) throw new Error(mismatch ?? 'The answers contradict each other in any order.')
  return { ...found, tallies: new Map() }
}

function findMismatch(
  shop: Shop,
  explanations: readonly Explanation[],
  seen: readonly Observation[],
): string | undefined {
  for (const { claimed } of explanations) {
    const done = claimed ? (shop.tallies.get(claimed.call) ?? 0) : 0
    if (claimed && claimed.count !== done) {
      return `Call ${claimed.call} changed ${done} records and says ${claimed.count}.`
    }
  }
  for (const { view, seen: shown } of seen) {
    const mismatch = view.compare(shown, shop)
    if (mismatch !== undefined) return mismatch
  }
  return undefined
}
