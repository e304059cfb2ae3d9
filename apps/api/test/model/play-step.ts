import { idempotencyKeyHeader } from '@stockie/contracts'
import { touchedStocks, type Answer, type Call, type Explanation } from './call'
import { planCalls } from './plan-calls'
import type { Step } from './plan'
import { send } from './send'
import { findSerialOrder } from './serial-order'
import type { Shop } from './shop'
import { oneOf, type Stage } from './stage'
import type { View } from './view'
import { viewsAfter, viewsOfAll } from './views'

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
  const { status, body: answered } = await send({
    port: oneOf(ports, api),
    method,
    path,
    body,
    token: user.token,
    headers: key === undefined ? {} : { [idempotencyKeyHeader]: key },
  })
  const answer: Answer = { status, body: answered }
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
  for (const { changed } of explanations) {
    const done = changed ? (shop.tallies.get(changed.call) ?? 0) : 0
    if (changed && changed.count !== done) {
      return `Call ${changed.call} changed ${done} records and says ${changed.count}.`
    }
  }
  for (const { view, seen: shown } of seen) {
    const wrong = view.compare(shown, shop)
    if (wrong !== undefined) return wrong
  }
  return undefined
}
