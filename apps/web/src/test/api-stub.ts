import { apiRoot, idempotencyKeyHeader, ifMatchHeader, totalCountHeader } from '@stockie/contracts'
import { vi } from 'vitest'

interface Call {
  name: string
  token: string | null
  /** The idempotency key of a create request. */
  key: string | null
  /** The version that an edit replaces, in quotes. */
  version: string | null
  body: unknown
  keepalive: boolean
}

type Answer = (call: Call) => Response | Promise<Response>

/** Stubs fetch: answers by 'METHOD /path' and returns the calls in order. */
export function stubApi(answers: Record<string, Answer>) {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    const call = {
      name: `${init.method ?? 'GET'} ${url.replace(apiRoot, '')}`,
      token: headers.get('Authorization')?.replace('Bearer ', '') ?? null,
      key: headers.get(idempotencyKeyHeader),
      version: headers.get(ifMatchHeader),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      keepalive: init.keepalive ?? false,
    }
    // Every page, the profile and Create Sales send these by themselves, and few tests are about them.
    const usual = usualAnswers[call.name]
    if (usual && !answers[call.name]) return usual()
    calls.push(call)
    // 'GET /path?*' answers any query, such as one that depends on the day.
    const answer = answers[call.name] ?? answers[call.name.replace(/\?.*/, '?*')]
    if (!answer) throw new TypeError(`No stub answers ${call.name}. Add it to stubApi().`)
    return Promise.race([answer(call), rejectOnAbort(init.signal)])
  })
  return calls
}

export function rejectOnAbort(signal: AbortSignal | null | undefined) {
  return new Promise<never>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
}

const usualAnswers: Record<string, () => Response> = {
  'GET /users/known-logins': ok([]),
  'GET /auth/sessions': ok([]),
  'GET /backups/status': ok({ provedAt: null, overdue: false, hours: 50 }),
  'GET /changes': ok({ revision: '1' }),
  'GET /parked-sales': ok([]),
}

export function ok(body: unknown) {
  return () => Response.json(body)
}

/** An answer that waits until the test calls `release`. */
export function delayAnswer(answer: () => Response) {
  let release = () => {}
  const isDue = new Promise<void>((resolve) => {
    release = resolve
  })
  return { answer: () => isDue.then(answer), release: () => release() }
}

export function okPage(rows: unknown[], total = rows.length) {
  return () => Response.json(rows, { headers: { [totalCountHeader]: String(total) } })
}

export function refuse(status: number, problem: object = {}, headers?: HeadersInit) {
  return () => Response.json({ status, title: 'Refused', ...problem }, { status, headers })
}

export function unreachable(): Response {
  throw new TypeError('Failed to fetch')
}

export function never() {
  return new Promise<Response>(() => {})
}
