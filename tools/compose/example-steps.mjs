import assert from 'node:assert/strict'
import path from 'node:path'
import { root } from '../../scripts/lib/process.mjs'

/** Lets Compose merge the files of the examples, as their documents name them. Nothing of them starts. */
export const exampleSteps = [
  ['the example of a cluster has images and networks of its own', checkCluster],
  ['the example of a managed database needs no database of Compose', checkManaged],
]

const base = 'docker-compose.yml'
const cluster = 'docker-compose.cluster.yml'
const ownServices = ['app', 'backup', 'restore', 'upgrade']

async function checkCluster({ project }) {
  const files = [base, cluster, 'examples/cluster/docker-compose.yml']
  const { services } = await project.readConfig(files, { REPLICATION_PASSWORD: 'secret' })
  // An `up` of another shop on the machine must not start the version of the example.
  const images = ownServices.map((name) => services[name].image)
  assert.deepEqual(new Set(images), new Set(['stockie-cluster']))
  assert.deepEqual(services.database.environment ?? {}, {})
  assert.equal(services.database.volumes.length, 1)
  assert.equal(services.app.environment.DATABASE_READ_URL.includes(':5433/'), true)
  // The app must not reach Patroni and etcd.
  for (const name of ['db1', 'db2', 'etcd1', 'etcd2', 'etcd3']) {
    assert.deepEqual(Object.keys(services[name].networks), ['cluster'])
  }
  assert.deepEqual(Object.keys(services.app.networks).toSorted(), ['inside', 'outside'])
}

async function checkManaged({ project }) {
  const address = 'postgresql://stockie@db.example:5432/stockie?sslmode=verify-full'
  for (const files of [[base], [base, cluster]]) {
    const { services } = await project.readConfig(
      [...files, 'examples/managed/docker-compose.yml'],
      { DATABASE_URL: address, DATABASE_CA: './authority.pem' },
    )
    assert.equal(services.database, undefined)
    assert.deepEqual(Object.keys(services.app.depends_on), ['upgrade'])
    for (const name of ownServices) {
      const { environment, networks, volumes } = services[name]
      assert.equal(environment.DATABASE_URL, address)
      // Only this network leads out of the machine.
      assert.ok('outside' in networks)
      const mount = volumes.find(({ target }) => target === '/database-ca.pem')
      const source = path.join(root, 'authority.pem')
      assert.deepEqual([name, mount?.source, mount?.read_only], [name, source, true])
    }
  }
}
