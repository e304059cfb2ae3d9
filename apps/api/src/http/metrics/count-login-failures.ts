import { apiRoot } from '@stockie/contracts'
import { Counter, type Registry } from 'prom-client'

const reasons = new Map([
  [401, 'wrong'],
  [429, 'throttled'],
])

/** Hears how each call was answered, and counts the logins that were refused. */
export function countLoginFailures(registry: Registry): (route: string, status: number) => void {
  const failures = new Counter({
    name: 'stockie_login_failures_total',
    help: 'Logins that were refused: wrong e-mail or password, or throttled after too many of those.',
    labelNames: ['reason'],
    registers: [registry],
  })
  for (const reason of reasons.values()) failures.inc({ reason }, 0)

  return (route, status) => {
    const reason = route === `${apiRoot}/auth/login` ? reasons.get(status) : undefined
    if (reason) failures.inc({ reason })
  }
}
