import assert from 'node:assert/strict'
import { once } from 'node:events'
import https from 'node:https'
import tls from 'node:tls'
import { awaitHealthy, awaitUntil } from './service-health.mjs'

/** Puts Caddy in front, with a self-signed certificate, because the host is localhost. */
export const proxySteps = [
  // @holds asvs 3.4.1, 4.1.2, 12.1.1
  ['the proxy serves HTTPS, redirects pages to it and refuses plain API calls', checkHttps],
  // @holds asvs 13.4.5
  ['the proxy does not pass on the readiness check, but the liveness check', checkProbes],
  // @holds asvs 3.5.1
  ['an unknown host name is refused, and the page of another website cannot sign in', checkHosts],
  // @holds asvs 4.1.3, 15.3.4
  ['the API behind the proxy sees the real client address, not a forged one', checkClientAddress],
  // @holds asvs 15.2.2
  ['one address cannot take all connections of the proxy to the API', checkSlowRequests],
]

async function checkHttps({ project }) {
  await project.configure({
    COMPOSE_PROFILES: 'proxy',
    SITE_ADDRESS: 'localhost',
    TRUST_PROXY: '1',
    HTTP_PORT: String(project.httpPort),
    HTTPS_PORT: String(project.httpsPort),
  })
  await project.compose('up', '--detach')
  await awaitHealthy(project, 'app')

  let page
  // Caddy creates its certificate first.
  await awaitUntil('the proxy serves HTTPS', async () => {
    page = await sendRequest(project.httpsPort, 'GET', '/dashboard').catch(() => undefined)
    return page
  })
  assert.equal(page?.status, 200)
  assert.match(page?.body, /<title>Stockie/)
  assert.equal(page?.headers['strict-transport-security'], 'max-age=31536000')

  const plain = await fetch(`http://localhost:${project.httpPort}/customers?q=Ada`, {
    redirect: 'manual',
  })
  assert.equal(plain.status, 308)
  assert.equal(plain.headers.get('location'), 'https://localhost/customers?q=Ada')

  const call = `http://localhost:${project.httpPort}/api/v1/auth/verify`
  const refused = await fetch(call, { method: 'POST', redirect: 'manual' })
  assert.deepEqual([refused.status, refused.headers.get('location')], [403, null])
}

async function checkProbes({ project }) {
  for (const path of ['/readyz', '/readyz/', '/READYZ', '/readyz?x', '//readyz', '/%72eadyz']) {
    const { status, body } = await sendRequest(project.httpsPort, 'GET', path)
    assert.deepEqual([path, status, body.includes('database')], [path, 404, false])
  }
  const live = await sendRequest(project.httpsPort, 'GET', '/livez')
  assert.deepEqual([live.status, live.body], [200, '{"status":"ok"}'])
  // Past the proxy, on this machine.
  const direct = await fetch(`${project.url}/readyz`)
  assert.equal(direct.status, 200)
}

async function checkHosts({ project }) {
  // Another account than below, where each failed login counts.
  const body = JSON.stringify({ email: 'stranger@shop.example', password: 'not the password' })
  const signInFrom = async (origin) =>
    (await sendRequest(project.httpsPort, 'POST', '/api/v1/auth/login', body, { origin })).status
  assert.equal(await signInFrom(`https://localhost:${project.httpsPort}`), 401)
  assert.equal(await signInFrom('https://evil.example'), 403)

  // Past the proxy, as a Prometheus in another container would ask.
  const script = `
    import http from 'node:http'
    for (const host of ['app:3000', 'localhost', 'evil.example']) {
      const options = { host: 'app', port: 3000, path: '/livez', headers: { host }, agent: false }
      const answer = await new Promise((resolve) => http.get(options, resolve))
      console.log(host, answer.resume().statusCode)
    }`
  const run = ['exec', '-T', 'app', 'node', '--input-type=module', '-e', script]
  const statuses = (await project.compose(...run)).trim().split('\n')
  assert.deepEqual(statuses, ['app:3000 200', 'localhost 200', 'evil.example 400'])
}

/** Five failed logins block an account for one address, which shows the address that the API sees. */
async function checkClientAddress({ project }) {
  const body = JSON.stringify({ email: 'nobody@shop.example', password: 'not the password' })
  const statuses = []
  for (let time = 1; time <= 6; time++) {
    const forgedHeaders = {
      'x-forwarded-for': `203.0.113.${time}`,
      forwarded: `for=203.0.113.${time}`,
    }
    const answer = await sendRequest(
      project.httpsPort,
      'POST',
      '/api/v1/auth/login',
      body,
      forgedHeaders,
    )
    statuses.push(answer.status)
  }
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429])

  // A client from another address is not blocked.
  const login = { path: '/api/v1/auth/login', method: 'POST', body }
  assert.equal(await sendFromContainer(project, login), '401')
}

/** 500 sign-ins whose bodies never arrive. */
async function checkSlowRequests({ project }) {
  const sockets = []
  const askForPage = async () => (await sendRequest(project.httpsPort, 'GET', '/livez')).status
  try {
    while (sockets.length < 500) {
      sockets.push(...(await Promise.all(Array.from({ length: 50 }, () => beginSignIn(project)))))
    }
    await awaitUntil('the address has too many requests', async () => (await askForPage()) === 429)
    assert.equal(await sendFromContainer(project, { path: '/livez', method: 'GET' }), '200')
  } finally {
    for (const socket of sockets) socket.destroy()
  }
  await awaitUntil('the address is served again', async () => (await askForPage()) === 200)
}

/** Sends the head of a sign-in and a part of its body, and returns the connection. */
async function beginSignIn({ httpsPort }) {
  const socket = tls.connect({
    port: httpsPort,
    servername: 'localhost',
    rejectUnauthorized: false,
  })
  socket.on('error', () => {})
  await once(socket, 'secureConnect')
  const head = ['POST /api/v1/auth/login HTTP/1.1', 'Host: localhost', 'Content-Length: 50', '\r\n']
  socket.write(`${head.join('\r\n')}{`)
  return socket
}

/** Sends a request to the proxy from the container of the app. Returns the status. */
async function sendFromContainer(project, { path, method, body = '' }) {
  const script = `
    const https = require('node:https')
    const [path, method, body] = process.argv.slice(1)
    const options = { host: 'proxy', servername: 'localhost', method, path,
      rejectUnauthorized: false, headers: { host: 'localhost', 'content-type': 'application/json' } }
    https.request(options, (answer) => {
      console.log(answer.statusCode)
      process.exit()
    }).end(body)`
  const run = ['exec', '-T', 'app', 'node', '-e', script, path, method, body]
  return (await project.compose(...run)).trim()
}

/** @returns {Promise<{ status: number | undefined, headers: any, body: string }>} */
function sendRequest(port, method, path, body = '', headers = {}) {
  return new Promise((resolve, reject) => {
    const allHeaders = { accept: 'text/html', 'content-type': 'application/json', ...headers }
    const options = { port, method, path, headers: allHeaders, rejectUnauthorized: false }
    const request = https.request({ host: 'localhost', agent: false, ...options }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk))
      response.once('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: text }),
      )
    })
    request.once('error', reject).end(body)
  })
}
