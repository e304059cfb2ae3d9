import { execFile } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { auditLockfile } from './audit.mjs'
import { root } from '../../scripts/lib/process.mjs'
import { freePort } from '../testkit/src/free-port.mjs'

const path = '/-/npm/v1/security/advisories/bulk'

/** Every working registry reports this package, which the audit adds to its question. */
const canary = {
  minimist: [{ severity: 'critical', title: 'Known', url: '', vulnerable_versions: '<0.2.4' }],
}
const advisory = (severity) => ({
  ...canary,
  express: [
    {
      severity,
      title: 'A vulnerability',
      url: 'https://example.test/1',
      vulnerable_versions: '>=5',
    },
  ],
})

let server
afterEach(() => server?.close())

/** Starts a registry that gives every request the same answer, and records the requests. */
async function startRegistry(status, body) {
  const requests = []
  server = http.createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk) => (text += chunk))
    request.once('end', () => {
      requests.push({ url: request.url, body: JSON.parse(text) })
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })
  })
  const port = await freePort()
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return { address: `http://127.0.0.1:${port}/`, requests }
}

// @holds asvs 15.2.1
test('the audit passes and prints the number of packages when there is no advisory', async () => {
  const { address, requests } = await startRegistry(200, JSON.stringify(canary))
  const { code, lines } = await auditLockfile(address)
  expect(lines).toEqual([
    expect.stringMatching(/^No advisory that must be fixed, in \d{3,} packages\.$/),
  ])
  expect(code).toBe(0)
  expect(requests).toHaveLength(1)
  expect(requests[0]?.url).toBe(path)
  expect(requests[0]?.body).toMatchObject({
    express: [expect.stringMatching(/^5\./)],
    vitest: [expect.any(String)],
  })
})

test.each([
  [
    'critical',
    1,
    /^critical: express >=5 \(shipped\): A vulnerability https:.+\n1 of these must be fixed\.$/,
  ],
  ['moderate', 1, /must be fixed/],
  ['low', 0, /^low: express.+\nNo advisory that must be fixed/],
])('the audit prints a %s advisory and exits with %i @long', async (severity, code, message) => {
  const { address } = await startRegistry(200, JSON.stringify(advisory(severity)))
  const result = await auditLockfile(address)
  expect(result.lines.join('\n')).toMatch(message)
  expect(result.code).toBe(code)
})

test.each([
  ['answers with an error', 500, '{}', 'answered with 500'],
  ['has retired the service', 410, '{"error":"retired"}', 'answered with 410'],
  ['sends an HTML page', 200, '<html>Log in to the hotel</html>', 'did not answer with JSON'],
  ['sends a list', 200, '[]', 'sent no advisories'],
  ['sends an error as JSON', 200, '{"error":"no"}', 'sent no advisories'],
  ['misses a known vulnerability', 200, '{}', 'so its answer is not reliable'],
])(
  // @holds asvs 15.2.1
  'the audit reports that it could not run when the registry %s @long',
  async (_case, status, body, message) => {
    const { address } = await startRegistry(status, body)
    const result = await auditLockfile(address)
    expect(result).toEqual(notRun(message))
  },
)

test('npm run audit exits with 2 when no registry answers @long', async () => {
  const unusedAddress = `http://127.0.0.1:${await freePort()}`
  expect(await auditLockfile(unusedAddress)).toEqual(notRun('did not answer (ECONNREFUSED)'))
  const ended = promisify(execFile)(process.execPath, ['scripts/run.mjs', 'audit', unusedAddress], {
    cwd: root,
  })
  await expect(ended).rejects.toMatchObject({ code: 2, stdout: expect.stringContaining('NOT run') })
})

const notRun = (why) => ({
  code: 2,
  lines: [
    expect.toSatisfy(
      (line) =>
        line.startsWith('The audit could NOT run: ') &&
        line.endsWith(`${why}. The packages were not checked.`),
    ),
  ],
})
