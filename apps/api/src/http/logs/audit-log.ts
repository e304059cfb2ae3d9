import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename } from 'node:path'
import type { Logger } from 'pino'
import { AppError } from '#src/errors'
import { toProblem } from '#src/http/problem'
import { callerAddress } from '#src/http/request-address'
import { requestAccountId } from '#src/http/request-context'
import { createLineBudget, type LineBudget, otherKeys } from './line-budget'
import { describeRequest } from './request-log'

/** The properties of an endpoint that decide what its calls are recorded as. */
type Audited = { method: string; path: string; onlyLookup?: boolean }

/** The outcome of a call that the audit log may record. */
type AuditedCall = {
  /** The file is what the answer sends, if it sends one. */
  succeed: (status: number, file?: string) => void
  fail: (error: unknown) => void
}

export type AuditLog = {
  /** Begins when the call arrives: a closed connection has no address. Returns undefined for reads. */
  begin: (
    endpoint: Audited,
    request: IncomingMessage,
    response: ServerResponse,
  ) => AuditedCall | undefined
  /** Writes the sums that are due later. */
  flush: () => void
}

/** A download is the only read that is recorded: it takes the whole shop out. */
const downloadPath = 'downloads/{id}'

const sessionEvents = new Map([
  ['auth/login', 'sign-in'],
  ['auth/logout', 'sign-out'],
  ['auth/password', 'password-change'],
])

/**
 * Lines for each account. One account in a loop writes 10 MB a day, so it fills the ten files of 10 MB in ten
 * days. Strangers can only cause the failed sign-ins: 32 KB a day for each account that they know.
 */
const budgets = {
  write: { seconds: 60, perKey: 20 },
  session: { seconds: 60, perKey: 5 },
  failure: { seconds: 3600, perKey: 5 },
}
/** Twice as long as the longest path of a write. A caller may encode the digits of an id with percent signs. */
const maxPathLength = 80
/** More than the accounts of any shop. */
const shared = { maxKeys: 1_000, inAll: Infinity }

/**
 * Records sign-ins, log-outs, new passwords, downloads and writes, with the account and the address, but no bodies. Gets
 * the answer of the endpoint and not the response: a write also counts if its caller has disconnected.
 */
export function createAuditLog(log: Logger, trustedProxies: number): AuditLog {
  // Redacting a line takes longer than writing it, and these lines contain no secrets.
  const lines = log.child({}, { redact: [] })
  const writes = createBudget('write', 'writes by')
  const sessions = createBudget('session', 'sign-ins, log-outs and new passwords of')
  const failures = createBudget('failure', 'failed sign-ins of')

  function createBudget(name: keyof typeof budgets, what: string): LineBudget {
    return createLineBudget({ ...budgets[name], ...shared }, ({ key, count, kinds }) => {
      const isOthers = key === otherKeys
      const account = isOthers ? undefined : Number(key)
      const whose = isOthers ? 'other accounts' : key
      lines.info({ event: 'sum', account, kinds }, `${count} more ${what} ${whose}`)
    })
  }

  function begin(
    endpoint: Audited,
    request: IncomingMessage,
    response: ServerResponse,
  ): AuditedCall | undefined {
    const isDownload = endpoint.path === downloadPath
    if ((endpoint.method === 'GET' && !isDownload) || endpoint.onlyLookup) return undefined
    const sessionEvent = sessionEvents.get(endpoint.path)
    const { id, method, url } = describeRequest(request, response)
    const address = callerAddress(request, trustedProxies)

    type Details = { kind?: string; file?: string | undefined }

    function record(
      budget: LineBudget,
      event: string,
      status: number,
      { kind = event, file }: Details = {},
    ): void {
      const account = requestAccountId.get(request)
      if (account === undefined || !budget.take(String(account), kind)) return
      const path = url.split('?', 1)[0]?.slice(0, maxPathLength)
      // The path of a download only holds its ticket.
      const target = file === undefined ? { path } : { file: basename(file) }
      lines.info({ event, account, address, id, method, ...target, status })
    }

    return {
      succeed(status, file) {
        if (sessionEvent) record(sessions, sessionEvent, status)
        else if (isDownload) record(writes, 'download', status, { file })
        else record(writes, 'write', status, { kind: `${endpoint.method} ${endpoint.path}` })
      },
      fail(error) {
        if (sessionEvent !== 'sign-in' || !(error instanceof AppError)) return
        const { status } = toProblem(error)
        if (error.code === 'second_factor_required') {
          record(sessions, 'code-asked', status)
        } else if (status === 401 || status === 429) {
          record(failures, 'failed-sign-in', status, { kind: String(status) })
        }
      },
    }
  }

  return {
    begin,
    flush() {
      for (const budget of [writes, sessions, failures]) budget.flush()
    },
  }
}
