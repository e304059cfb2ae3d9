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
  type Scene,
  touchedStocks,
  type User,
} from './calls'
import type { Plan, Step } from './sequence-plans'
import { findSerialOrder } from './serial-order'
import type { Shop } from './shop-model'
import { type View, viewsAfter, viewsOfAll } from './shop-views'
import { oneOf, type Stage } from './stage'

const mostAtOnce = 8

/** The requests of a step: each plan's choices made in the shop as it is before any of them. */
export function planCalls(plans: readonly Plan[], stage: Stage): Call[] {
  const calls: Call[] = []
  for (const plan of plans) {
    for (const makeCall of planOne(plan, stage)) {
      if (calls.length === mostAtOnce) return calls
      stage.calls += 1
      calls.push(makeCall(stage.calls))
    }
  }
  return calls
}

type Make = (number: number) => Call

function planOne(plan: Plan, stage: Stage): Make[] {
  const sceneOf = (user: User, api: number, number: number): Scene => {
    return { shop: stage.shop, step: stage.steps, number, user, api }
  }
  if (plan.does === 'resend') {
    if (stage.submissions.length === 0) return []
    const { submission, user } = oneOf(stage.submissions, plan.which)
    const again = plan.changed ? changed(submission) : submission
    return [(number) => submit(again, sceneOf(user, plan.api, number))]
  }
  const user = oneOf(stage.users, plan.user)
  const scene = (number: number) => sceneOf(user, plan.api, number)
  if (plan.does === 'create') return [(number) => planCreate(plan, scene(number))]
  if (plan.does === 'edit') return [(number) => planEdit(plan, scene(number))]
  if (plan.does !== 'record') return [(number) => planRemoval(plan, scene(number))]

  const submission = planSubmission(plan, scene(stage.calls + 1))
  if (!submission.key) return [(number) => submit(submission, scene(number))]
  stage.submissions.push({ submission, user })
  return Array.from({ length: plan.copies }, (_, copy) => (number: number) => {
    return submit(submission, sceneOf(user, plan.api + copy, number))
  })
}

function changed(submission: Submission): Submission {
  return { ...submission, draft: withOtherRemark(submission.draft) }
}

type Seen = { view: View; seen: unknown }

/** All calls of the step at once; then the shop must look as after some order of them. */
export async function playStep(stage: Stage, step: Step): Promise<void> {
  stage.steps += 1
  const calls = planCalls(step.calls, stage)
  const explanations: Explanation[] = []
  // In the order of the answers, which is the likeliest of all.
  await Promise.all(calls.map(async (call) => explanations.push(await make(call, stage))))

  const touched = explanations.flatMap(({ happenings }) => touchedStocks(happenings))
  const seen = await look(viewsAfter(stage.shop, step, calls, touched), step.reader, stage)
  stage.shop = settle(stage.shop, explanations, seen)
}

/** Everything there is to see, once more, by one of those who looked all along. */
export async function playEnd(stage: Stage): Promise<void> {
  settle(stage.shop, [], await look(viewsOfAll(stage.shop), stage.calls, stage))
}

async function make(call: Call, { ports, story }: Stage): Promise<Explanation> {
  const { method, path, body, key, user, api, number } = call
  const { status, body: answered } = await sendOverKeptConnection({
    port: oneOf(ports, api),
    method,
    path,
    body,
    token: user.token,
    headers: key === undefined ? {} : { [idempotencyKeyHeader]: key },
  })
  const answer: ModelAnswer = { status, body: answered }
  const asked = `${number}. ${user.name}: ${method} ${path} ${key ?? ''} ${body ?? ''}`
  story.push(`${asked}\n   -> ${status} ${JSON.stringify(answered)}`)
  return call.explain(answer)
}

async function look(views: View[], reader: number, { browsers, ports }: Stage): Promise<Seen[]> {
  const owner = oneOf(browsers, 0)
  const browser = oneOf(browsers, reader)
  return Promise.all(
    views.map(async (view, index) => {
      const who = view.forOwner ? owner : browser
      return { view, seen: await who.read(oneOf(ports, index), view.path) }
    }),
  )
}

function settle(shop: Shop, explanations: readonly Explanation[], seen: readonly Seen[]): Shop {
  let wrong: string | undefined
  const fits = (candidate: Shop) => {
    const found = firstWrong(candidate, explanations, seen)
    wrong ??= found
    return found === undefined
  }
  const happenings = explanations.flatMap((explanation) => explanation.happenings)
  const found = findSerialOrder(shop, happenings, fits)
  if (!found) throw new Error(wrong ?? 'The answers contradict each other in any order.')
  return { ...found, tallies: new Map() }
}

function firstWrong(
  shop: Shop,
  explanations: readonly Explanation[],
  seen: readonly Seen[],
): string | undefined {
  for (const { changed: claimed } of explanations) {
    const done = claimed ? (shop.tallies.get(claimed.call) ?? 0) : 0
    if (claimed && claimed.count !== done) {
      return `Call ${claimed.call} changed ${done} records and says ${claimed.count}.`
    }
  }
  for (const { view, seen: shown } of seen) {
    const wrong = view.compare(shown, shop)
    if (wrong !== undefined) return wrong
  }
  return undefined
}
