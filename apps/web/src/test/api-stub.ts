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
      body: readBody(init.body),
      keepalive: init.keepalive ?? false,
    }
    // Every page, the profile and Create Sales send these by themselves, and few tests are about them.
    // 'GET /path?*' answers any query, such as one that depends on the day.
    const anyQuery = call.name.replace(/\?.*/, '?*')
    const answer = answers[call.name] ?? answers[anyQuery]
    const usual = usualAnswers[anyQuery]
    if (usual && !answer) return usual()
    calls.push(call)
    if (!answer) throw new TypeError(`No stub answers ${call.name}. Add it to stubApi().`)
    return Promise.race([answer(call), rejectOnAbort(init.signal)])
  })
  vi.stubGlobal('XMLHttpRequest', StubbedUpload)
  return calls
}

/** The text of an uploaded file, or the JSON of another body. */
function readBody(body: RequestInit['body']): unknown {
  if (body instanceof ArrayBuffer) return new TextDecoder().decode(body)
  return typeof body === 'string' ? JSON.parse(body) : undefined
}

/** An upload that the stubbed fetch answers. It reports half of the file as sent, then all of it. */
class StubbedUpload extends EventTarget {
  readonly upload = new EventTarget()
  status = 0
  responseText = ''
  #controller = new AbortController()
  #headers = new Headers()
  #answered = new Headers()
  #url = ''

  open(_method: string, url: string) {
    this.#url = url
  }

  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value)
  }

  getResponseHeader(name: string) {
    return this.#answered.get(name)
  }

  abort() {
    this.#controller.abort()
    this.dispatchEvent(new Event('abort'))
  }

  send(body: ArrayBuffer) {
    this.#report(0.5)
    this.#answer(body).catch(() => this.dispatchEvent(new Event('error')))
  }

  async #answer(body: ArrayBuffer) {
    const { signal } = this.#controller
    const sent = { method: 'POST', headers: this.#headers, body, signal }
    const response = await globalThis.fetch(this.#url, sent)
    this.#report(1)
    this.status = response.status
    this.#answered = response.headers
    this.responseText = await response.text()
    this.dispatchEvent(new Event('load'))
  }

  #report(loaded: number) {
    const event = new Event('progress')
    this.upload.dispatchEvent(Object.assign(event, { loaded, total: 1 }))
  }
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
  'GET /returns?*': ok([]),
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
