import assert from 'node:assert/strict'
import { restoreInCompose } from './backup-steps.mjs'
import { owner } from './compose-project.mjs'
import { awaitHealthy, awaitUntil } from './service-health.mjs'
import { sell, signIn } from './shop-client.mjs'

/** Follows "More than one machine" of docs/hosting.md: three servers behind HAProxy. */
export const clusterSteps = [
  ['three servers start behind a balancer, and one of them migrates', startCluster],
  ['a caller is known by its own address behind the balancer', checkAddress],
  ['one of three servers is killed, and no sale fails', killServer],
  [
    'the servers are replaced one after the other, also a stopped one, and no sale fails',
    replaceServers,
  ],
  ['with three servers, a backup is made and restored', backUpAndRestore],
  ['while the database is away, the servers answer 503 themselves', stopDatabase],
  ['while no server runs, programs and browsers get a 503 that says so', stopServers],
  ['the shop goes back to one server', leaveCluster],
]

const listServers = async ({ project }, options = '-q') =>
  (await project.compose('ps', options, 'app')).trim().split('\n').filter(Boolean)

async function awaitServers(journey, count) {
  await awaitUntil(
    `there are ${count} servers`,
    async () => (await listServers(journey)).length === count,
  )
  await awaitHealthy(journey.project, 'app')
}

/** Waits until HAProxy has found a server that is ready. */
async function awaitBalancer({ project }) {
  await awaitHealthy(project, 'balancer')
  await awaitUntil('the balancer serves', async () => {
    const { status } = await fetch(`${project.url}/livez`)
    return status === 200
  })
}

async function startCluster(journey) {
  const { project, password, figures } = journey
  project.useCluster(true)
  await project.compose('up', '--detach', '--scale', 'app=3')
  await awaitServers(journey, 3)
  await awaitBalancer(journey)
  journey.shop = await signIn(project.url, owner, password)
  assert.deepEqual(await journey.shop.figures(), figures)
  // Only the balancer publishes a port.
  for (const id of await listServers(journey)) {
    assert.equal((await project.docker('port', id)).trim(), '')
  }
}

/** Five wrong passwords block this caller, with any address that it claims. */
async function checkAddress({ project }) {
  const statuses = []
  for (let time = 1; time <= 6; time += 1) {
    const response = await fetch(`${project.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `203.0.113.${time}`,
        'x-forwarded-proto': 'https',
      },
      body: JSON.stringify({ email: 'stranger@shop.example', password: 'not the password' }),
    })
    statuses.push(response.status)
    assert.equal(response.headers.get('strict-transport-security'), null)
  }
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429])
}

/** Sells again and again while something happens. Returns how often it sold. */
async function sellDuring({ shop }, work) {
  let isOver = false
  let count = 0
  const selling = (async () => {
    while (!isOver) {
      await sell(shop, 1)
      count += 1
    }
  })()
  try {
    await Promise.race([work(), selling])
  } finally {
    isOver = true
  }
  await selling
  return count
}

async function killServer(journey) {
  const { project } = journey
  const [id] = await listServers(journey)
  const count = await sellDuring(journey, async () => {
    await project.docker('kill', id)
    // HAProxy needs two seconds to find out.
    await new Promise((resolve) => setTimeout(resolve, 5_000))
  })
  assert.ok(count > 10, `There were only ${count} sales.`)
  await project.docker('start', id)
  await awaitServers(journey, 3)
}

async function replaceServers(journey) {
  const { project } = journey
  const before = await listServers(journey)
  await project.docker('stop', before[0])
  await sellDuring(journey, async () => {
    await project.compose('run', '--rm', '--no-deps', '-T', 'upgrade')
    for (const id of await listServers(journey, '-aq')) {
      await project.docker('stop', id)
      await project.docker('rm', id)
      await project.compose('up', '--detach', '--no-deps', '--no-recreate', '--wait', 'app')
    }
  })
  const after = await listServers(journey)
  assert.equal(after.length, 3)
  assert.ok(after.every((id) => !before.includes(id)))
}

async function backUpAndRestore(journey) {
  const { project, password } = journey
  const figures = await journey.shop.figures()
  await project.compose('exec', '-T', 'backup', 'stockie', 'backup')
  const [newest] = await journey.shop.get('/backups')
  const [id] = await listServers(journey)
  await project.docker('cp', `${id}:/backups/${newest.name}`, `${project.folder}/${newest.name}`)
  await sell(journey.shop, 1)
  const { code, output } = await restoreInCompose(project, newest.name, '--forget')
  assert.equal(code, 0, output)
  await awaitServers(journey, 3)
  await awaitBalancer(journey)
  journey.shop = await signIn(project.url, owner, password)
  journey.figures = figures
  assert.deepEqual(await journey.shop.figures(), figures)
}

/** @returns {Promise<any>} */
const readJson = (response) => response.json()

const ask = ({ project }, path, accept) => fetch(`${project.url}${path}`, { headers: { accept } })

async function stopDatabase(journey) {
  const { project } = journey
  await project.compose('stop', 'database')
  const token = { authorization: `Bearer ${journey.shop.token}` }
  await awaitUntil('the servers answer 503', async () => {
    const { status } = await fetch(`${project.url}/api/v1/products`, { headers: token })
    return status === 503
  })
  const response = await fetch(`${project.url}/api/v1/products`, { headers: token })
  const problem = await readJson(response)
  assert.equal(response.status, 503)
  assert.match(response.headers.get('content-type') ?? '', /^application\/problem\+json(;|$)/)
  assert.ok(Number(response.headers.get('retry-after')) > 0)
  assert.match(problem.detail, /database/)
  // Pages still come.
  assert.equal((await ask(journey, '/', 'text/html')).status, 200)
  await project.compose('start', 'database')
  await awaitUntil('the shop is back', async () => {
    const answer = await fetch(`${project.url}/api/v1/products`, { headers: token })
    return answer.status === 200
  })
}

async function stopServers(journey) {
  const { project } = journey
  await project.compose('stop', 'app')
  // Until its checks have failed, HAProxy answers programs and browsers alike.
  await awaitUntil('browsers get the page that tries again', async () => {
    const answer = await ask(journey, '/sales', 'text/html').catch(() => null)
    return answer && /http-equiv="refresh"/.test(await answer.text())
  })
  const api = await ask(journey, '/api/v1/products', 'application/json')
  assert.equal(api.status, 503)
  assert.equal(api.headers.get('content-type'), 'application/problem+json')
  assert.ok(Number(api.headers.get('retry-after')) > 0)
  assert.equal((await readJson(api)).status, 503)
  assert.equal((await ask(journey, '/sales', 'text/html')).status, 503)
  // Stockie takes its paths in any case.
  for (const path of ['/readyz', '/READYZ']) {
    assert.equal((await ask(journey, path, 'application/json')).status, 404)
  }
  await project.compose('start', 'app')
  await awaitServers(journey, 3)
  await awaitBalancer(journey)
}

async function leaveCluster(journey) {
  const { project, password, figures } = journey
  project.useCluster(false)
  await project.compose('up', '--detach', '--remove-orphans')
  await awaitServers(journey, 1)
  assert.deepEqual(await (await signIn(project.url, owner, password)).figures(), figures)
}
