import assert from 'node:assert/strict'
import { ownAddress } from '../testkit/src/own-address.mjs'
import { owner } from './compose-project.mjs'
import { awaitHealthy } from './service-health.mjs'
import { signIn } from './shop-client.mjs'

/** Signs in from elsewhere than this machine's loopback address. */
export const networkSteps = [
  // @holds asvs 15.3.4
  ['the network of the app has IPv6, so that Docker hides no address', checkIPv6],
  // @holds asvs 3.5.1
  ['the owner signs in from another container, under the name of the service', signInFromContainer],
  // @holds asvs 3.5.1
  ['the owner opens the port to the network, and signs in at its address', signInFromNetwork],
]

async function checkIPv6({ project }) {
  const name = `${project.name}_outside`
  const network = await project.docker('network', 'inspect', name)
  const [{ EnableIPv6: hasIPv6, IPAM: addresses }] = JSON.parse(network)
  assert.equal(hasIPv6, true)
  const subnets = addresses.Config.map(({ Subnet: subnet }) => subnet)
  assert.ok(subnets.includes('fd53:746f:636b::/64'), subnets.join(', '))
  const id = (await project.compose('ps', '-q', 'app')).trim()
  const format = `{{(index .NetworkSettings.Networks "${name}").GlobalIPv6Address}}`
  assert.match(await project.docker('inspect', '--format', format, id), /^fd53:746f:636b::/)
}

async function signInFromContainer({ project, password }) {
  const script = `
    const [origin, body] = process.argv.slice(1)
    const headers = { 'content-type': 'application/json', origin }
    fetch('http://app:3000/api/v1/auth/login', { method: 'POST', headers, body })
      .then(({ status }) => console.log(status))`
  const signInFrom = async (origin) => {
    const body = JSON.stringify({ email: owner, password })
    const run = ['exec', '-T', 'backup', 'node', '-e', script, origin, body]
    return (await project.compose(...run)).trim()
  }
  assert.equal(await signInFrom('http://app:3000'), '200')
  assert.equal(await signInFrom('http://evil.example'), '403')
}

/** As docs/hosting.md says. */
async function signInFromNetwork({ project, password, figures }) {
  if (!ownAddress) return console.log('    skipped: this machine has no address but its own.')
  const { port } = new URL(project.url)
  const before = await project.configure({ PUBLISH: ownAddress })
  await project.compose('up', '--detach')
  await awaitHealthy(project, 'app')
  const shop = await signIn(`http://${ownAddress}:${port}`, owner, password)
  assert.equal((await shop.get('/sales')).length, figures.sales.length)
  await assert.rejects(signIn(project.url, owner, password), /fetch failed/)
  await project.configure(before)
  await project.compose('up', '--detach')
  await awaitHealthy(project, 'app')
}
