import assert from 'node:assert/strict'
import { owner } from './compose-project.mjs'
import { awaitHealthy } from './service-health.mjs'
import { signIn, trade } from './shop-client.mjs'

const told = /with the password (\S+)/

/** From a copied .env to a shop that has sold something. */
export const firstDays = [
  // @holds asvs 13.2.3
  ['it is refused without each of its three secrets, in a sentence', refuse],
  ['the image is built', ({ project }) => project.compose('build')],
  ['it starts, healthy', start],
  ['the owner signs in with the password that the first start told', signInAsOwner],
  ['it sells', sell],
  ['a stop and a start lose nothing, and tell no password again', stopAndStart],
]

async function refuse({ project }) {
  for (const name of ['POSTGRES_PASSWORD', 'JWT_SECRET', 'OWNER_EMAIL']) {
    const kept = await project.configure({ [name]: undefined })
    const { code, output } = await project.tryCompose('up', '--detach')
    assert.notEqual(code, 0)
    assert.match(output, new RegExp(`Set ${name} in \\.env to `))
    await project.configure(kept)
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
  const password = told.exec(logs)?.[1] ?? assert.fail(`No password in:\n${logs}`)
  assert.ok(logs.includes(`Sign in as ${owner}`))
  journey.password = password
  journey.shop = await signIn(journey.project.url, owner, password)
}

async function sell(journey) {
  await trade(journey.shop)
  journey.figures = await journey.shop.figures()
  assert.equal(journey.figures.sales.length, 1)
}

async function stopAndStart({ project, password, figures }) {
  await project.compose('down')
  await start({ project })
  const logs = await project.compose('logs', 'app')
  assert.doesNotMatch(logs, told)
  assert.ok(!logs.includes(password))
  assert.deepEqual(await (await signIn(project.url, owner, password)).figures(), figures)
}
