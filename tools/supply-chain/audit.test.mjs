import { execFile } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { auditLockfile } from './audit.mjs'
import { root } from '../../scripts/lib/steps.mjs'
import { freePort } from '../testkit/src/free-port.mjs'

const path = '/-/npm/v1/security/advisories/bulk'

/** What every registry that looks says of a package of ours that is not there. */
const canary = {
  minimist: [{ severity: 'critical', title: 'Known', url: '', vulnerable_versions: '<0.2.4' }],
}
const hole = (severity) => ({
  ...canary,
  express: [
    { severity, title: 'A hole', url: 'https://example.test/1', vulnerable_versions: '>=5' },
  ],
})

let server
afterEach(() => server?.close())

/** A registry that answers every question like this, and the questions that it was asked. */
async function registry(status, body) {
  const asked = []
  server = http.createServer((request, response) => {
    let question = ''
    request.setEncoding('utf8').on('data', (chunk) => (question += chunk))
    request.once('end', () => {
      asked.push({ url: request.url, body: JSON.parse(question) })
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })
  })
  const port = await freePort()
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return { address: `http://127.0.0.1:${port}/`, asked }
}

// @holds asvs 15.2.1
test('where nothing is known against any package the audit says so, and of how many', async () => {
  const { address, asked } = await registry(200, JSON.stringify(canary))
  const { code, lines } = await auditLockfile(address)
  expect(lines).toEqual([
    expect.stringMatching(/^Nothing that must not stay is known against \d{3,} packages\.$/),
  ])
  expect(code).toBe(0)
  expect(asked).toHaveLength(1)
  expect(asked[0]?.url).toBe(path)
  expect(asked[0]?.body).toMatchObject({
    express: [expect.stringMatching(/^5\./)],
    vitest: [expect.any(String)],
  })
})

test.each([
  [
    'critical',
    1,
    /^critical: express >=5 \(shipped\): A hole https:.+\n1 of these must not stay\.$/,
  ],
  ['moderate', 1, /must not stay/],
  ['low', 0, /^low: express.+\nNothing that must not stay is known/],
])('a %s hole ends with %i, and is told', async (severity, code, told) => {
  const { address } = await registry(200, JSON.stringify(hole(severity)))
  const result = await auditLockfile(address)
  expect(result.lines.join('\n')).toMatch(told)
  expect(result.code).toBe(code)
})

test.each([
  ['fails', 500, '{}', 'answered with 500'],
  ['has given the service up', 410, '{"error":"retired"}', 'answered with 410'],
  ['sends a page', 200, '<html>Log in to the hotel</html>', 'answered with no JSON'],
  ['sends a list', 200, '[]', 'something else than advisories'],
  ['sends an error', 200, '{"error":"no"}', 'something else than advisories'],
  ['knows nothing of anything', 200, '{}', 'so it does not look'],
])(
  // @holds asvs 15.2.1
  'where a registry %s the audit could not run, which is no success',
  async (_what, status, body, told) => {
    const { address } = await registry(status, body)
    const result = await auditLockfile(address)
    expect(result).toEqual(notRun(told))
  },
)

test('where no registry answers the audit could not run, and its program ends with 2', async () => {
  const nobody = `http://127.0.0.1:${await freePort()}`
  expect(await auditLockfile(nobody)).toEqual(notRun('did not answer (ECONNREFUSED)'))
  const ended = promisify(execFile)(process.execPath, ['scripts/run.mjs', 'audit', nobody], {
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
        line.endsWith(`${why}. Nothing is known of the packages.`),
    ),
  ],
})
