import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { waitUntil, withinAMinute } from '@stockie/testkit/polling'
import { type Api, startApi } from '#src/api-process'
import { call, type CallResult } from '#src/api-call'
import type { Fault, FaultContext } from '#src/fault'
import { findBrokenInvariants } from '#src/judge/judge'
import { openLatenessWatch, type WatchLateness } from '#src/lateness-watch'
import {
  type AttackPlan,
  type AttackReport,
  from,
  type Login,
  loginAsCashier,
  loginAsOwner,
  loginPath,
  planAttacks,
  siteAddress,
} from './attack-plan'

/** The owner signs in within this time, plus the lateness of the machine. */
const signInLimit = 2_000

/** The short form only tests this code: it judges no time. */
const sizes = {
  long: { attackers: 256, signIns: 30, pause: 1_000 },
  short: { attackers: 8, signIns: 3, pause: 200 },
}

/** The owner signs in from a known network, and from a known browser elsewhere. */
const ownerNetwork = from('203.0.113.5')
const elsewhere = from('203.0.113.99')

/**
 * Attackers sign in at full speed, with an account and without, while the owner signs in. The attack begins when
 * the API has forgotten the turns of the attackers, but not those of the owner.
 */
export const signInAttack: Fault = {
  name: 'sign-in-attack',
  rounds: { short: 0, long: 1 },
  async open(context) {
    const shop = await context.openShop()
    // Only a seed's name lets an API with the public passwords serve callers behind a proxy.
    const env = { TRUST_PROXY: '1', STOCKIE_SEED: 'e2e' }
    const api = await startApi(context, shop, { env })
    const watch = await openLatenessWatch(context, api)
    const { attackers } = sizes[context.long ? 'long' : 'short']
    context.progress(`collecting the cookies of ${attackers} browsers`)
    const cookies: string[] = []
    for (let number = 0; number < attackers; number += 1) {
      cookies.push(readCookie(await signIn(api, loginAsCashier(from(siteAddress(number))))))
    }
    const ownerCookie = readCookie(await signIn(api, loginAsOwner(ownerNetwork)))
    const owners = [loginAsOwner(ownerNetwork), loginAsOwner({ ...elsewhere, cookie: ownerCookie })]
    const planned = Object.entries(planAttacks(cookies, attackers))
    // The short form plays them all at once.
    const attacks = context.long ? planned : planned.slice(-1)

    return async () => {
      const brokenPromises: string[] = []
      const remarks: string[] = []
      const waits: number[] = []
      let acknowledged = 0
      for (const [name, logins] of attacks) {
        context.progress(name)
        await api.end('SIGTERM')
        await shop.query(`delete from login_throttle where not starts_with(key, 'known:')`)
        await api.start()
        const played = await playAttack({ context, api, watch, owners, logins })
        const { answers, lateness, report } = played
        for (const { status, took } of answers) {
          const answer = `beside ${name}, a sign-in of the owner got ${status || 'no answer'}`
          if (status === 200) acknowledged += 1
          else brokenPromises.push(answer)
          const isLate = took > signInLimit + lateness
          if (context.long && isLate) brokenPromises.push(`${answer} after ${Math.round(took)} ms`)
        }
        const times = answers.map(({ took }) => took).toSorted((one, other) => one - other)
        waits.push(...times)
        remarks.push(
          `beside ${name}, ${answers.length} sign-ins of the owner took ${seconds(times[Math.floor(times.length / 2)])} in the median and ${seconds(times.at(-1))} at most, on a machine that was ${Math.round(lateness)} ms late. The attackers got ${describeReport(report)}.`,
        )
      }
      return {
        acknowledged,
        lost: [],
        doubled: [],
        uncounted: ['lost', 'doubled'],
        brokenInvariants: await findBrokenInvariants(shop),
        brokenPromises,
        longest: { 'longest sign-in of the owner': Math.max(...waits) },
        remarks,
      }
    }
  },
}

type Options = {
  context: FaultContext
  api: Api
  watch: WatchLateness
  owners: readonly Login[]
  logins: readonly Login[]
}

async function playAttack({ context, api, watch, owners, logins }: Options) {
  const { signIns, pause } = sizes[context.long ? 'long' : 'short']

  async function signInAsOwner(times: number, pauseMs: number): Promise<CallResult[]> {
    const answers: CallResult[] = []
    for (let time = 0; time < times; time += 1) {
      const login = owners[time % owners.length]
      if (login) answers.push(await signIn(api, login))
      await wait(pauseMs)
    }
    return answers
  }

  // The owner had turns before, and the attackers had none.
  await signInAsOwner(10, 0)
  const attack = startAttackers(context, { origin: api.origin, logins: [...logins] })
  const { result, lateness } = await watch(async () => {
    await waitUntil('the attackers are answered', async () => {
      return Object.keys(await attack.readReport()).length > 0
    })
    return signInAsOwner(signIns, pause)
  })
  return { answers: result, lateness, report: await attack.end() }
}

function startAttackers(context: FaultContext, plan: AttackPlan) {
  const child = fork(path.join(import.meta.dirname, 'attack-process.ts'), {
    execArgv: ['--import', import.meta.resolve('tsx')],
  })
  context.onEnd(() => void child.kill('SIGKILL'))
  child.send(plan)

  async function ask(question: 'report' | 'finish'): Promise<AttackReport> {
    const answered = once(child, 'message')
    child.send(question)
    const [report] = await withinAMinute('the attackers report', answered)
    return report
  }

  return {
    readReport: () => ask('report'),
    end: async () => {
      const report = await ask('finish')
      child.kill('SIGKILL')
      return report
    },
  }
}

function signIn({ origin }: Pick<Api, 'origin'>, login: Login): Promise<CallResult> {
  const began = performance.now()
  const missing = () => ({
    status: 0,
    headers: new Headers(),
    body: null,
    detail: '',
    took: performance.now() - began,
  })
  return call(origin + loginPath, { method: 'POST', ...login }).catch(missing)
}

function readCookie({ status, headers }: CallResult): string {
  const cookie = headers.get('set-cookie')?.split(';')[0]
  if (status !== 200 || cookie === undefined) throw new Error(`A sign-in was answered ${status}.`)
  return cookie
}

const seconds = (ms = 0) => `${(ms / 1_000).toFixed(1)} s`

const describeReport = (report: AttackReport) =>
  Object.entries(report)
    .map(([status, count]) => `${count} × ${status === '0' ? 'nothing' : status}`)
    .join(', ')
