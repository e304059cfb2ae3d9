import assert from 'node:assert/strict'
import { owner } from './compose-project.mjs'
import { awaitHealthy } from './service-health.mjs'
import { signIn, recordFirstDay } from './shop-client.mjs'

const passwordMessage = /with the password (\S+)/

/** From a copied .env to a shop with its first sale. */
export const firstDaySteps = [
  // @holds asvs 13.2.3
  ['Compose refuses to start when one of the three settings is missing', refuseMissingSetting],
  ['the image is built', ({ project }) => project.compose('build')],
  ['the containers start and become healthy', start],
  ['the owner signs in with the password from the log of the first start', signInAsOwner],
  ['the shop records its first sale', recordFirstSale],
  ['a restart keeps all data and logs no password', stopAndStart],
]

async function refuseMissingSetting({ project }) {
  for (const name of ['POSTGRES_PASSWORD', 'JWT_SECRET', 'OWNER_EMAIL']) {
    const previous = await project.configure({ [name]: undefined })
    const { code, output } = await project.tryCompose('up', '--detach')
    assert.notEqual(code, 0)
    assert.match(output, new RegExp(`Set ${name} in \\.env to `))
    await project.configure(previous)
  }
  assert.equal(await project.docker('ps', '-aq', '--filter', `name=${project.name}`), '')
}

async function start({ project }) {
  await project.compose('up', '--detach')
  await awaitHealthy(project, 'database')
  await awaitHealthy(project, 'app')
}

async function signInAsOwner(journey) {
  const logs = await journey.project.compose('logs', 'app')
  const password =
    passwordMessage.exec(logs)?.[1] ?? assert.fail(`The log has no password:\n${logs}`)
  assert.ok(logs.includes(`Sign in as ${owner}`))
  journey.password = password
  journey.shop = await signIn(journey.project.url, owner, password)
}

async function recordFirstSale(journey) {
  await recordFirstDay(journey.shop)
  journey.figures = await journey.shop.figures()
  assert.equal(journey.figures.sales.length, 1)
}

async function stopAndStart({ project, password, figures }) {
  await project.compose('down')
  await start({ project })
  const logs = await project.compose('logs', 'app')
  assert.doesNotMatch(logs, passwordMessage)
  assert.ok(!logs.includes(password))
  assert.deepEqual(await (await signIn(project.url, owner, password)).figures(), figures)
}
