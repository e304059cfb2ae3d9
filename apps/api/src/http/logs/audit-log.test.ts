import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { requestAccountId } from '#src/http/request-context'
import { parseLines } from '#test/support/log-lines'
import { createAuditLog } from './audit-log'

/** An audit log, with a function that records a write of an account. */
function openAuditLog() {
  const written: string[] = []
  const log = pino({}, { write: (text) => void written.push(text) })
  const { begin, flush } = createAuditLog(log, 0)
  function write(account: number): void {
    const request = Object.assign(new IncomingMessage(new Socket()), { method: 'POST', url: '/' })
    requestAccountId.set(request, account)
    const call = begin({ method: 'POST', path: 'sales' }, request, new ServerResponse(request))
    call?.succeed(201)
  }
  return { write, flush, lines: () => parseLines(written.join('')) }
}

// @holds asvs 16.3.1
test('the accounts after the first 1,000 of a minute share their lines and one sum, which names none of them', () => {
  const { write, flush, lines } = openAuditLog()
  for (let account = 1; account <= 1_000; account += 1) write(account)
  for (let time = 0; time < 25; time += 1) write(2_000 + time)
  expect(lines()).toHaveLength(1_020)
  flush()
  const sum = lines().at(-1)
  expect(sum).toMatchObject({
    event: 'sum',
    kinds: { 'POST sales': 5 },
    msg: '5 more writes by other accounts',
  })
  expect(sum).not.toHaveProperty('account')
})
