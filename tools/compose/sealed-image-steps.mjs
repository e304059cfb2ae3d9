import assert from 'node:assert/strict'
import { listShipped } from '../supply-chain/shipped-packages.mjs'
import { readLockfile } from '../supply-chain/lockfile.mjs'

/** Checks what an attacker finds inside the container or in the image. */
export const sealedImageSteps = [
  // @holds asvs 1.4.1, 15.2.3
  ['the image has exactly the runtime packages of the lockfile', comparePackages],
  // @holds asvs 13.3.1, 13.4.1
  ['the image holds no secret and no file of the machine that built it', checkForSecrets],
  ['the containers offer no way to become root, and root cannot write', checkForRootAccess],
  // @holds asvs 9.2.4, 11.2.3
  ['Stockie refuses a well-known secret with an error message', refuseKnownSecret],
]

const asRoot = ['--user', '0']

const isPackage = /\/\.pnpm\/[^/]+\/node_modules\/(?:@[^/]+\/)?[^@/]+\/package\.json$/

async function comparePackages({ project }) {
  const files = (await inImage(project, 'find /app/node_modules/.pnpm -name package.json'))
    .trim()
    .split('\n')
    .filter((file) => isPackage.test(file))
  const read = `JSON.parse(require('fs').readFileSync(0)).map((f) => require(f)).map((p) => p.name + '@' + p.version)`
  const script = `console.log(JSON.stringify(${read}))`
  const run = ['run', '--rm', '--no-deps', '-T', '--entrypoint', 'node', 'app', '-e', script]
  const installed = JSON.parse(await project.composeWith(JSON.stringify(files), ...run))
  const shipped = listShipped(await readLockfile(), ['apps/api'], { withOptional: false })
  assert.deepEqual(installed.toSorted(), shipped.map(({ key }) => key).toSorted())
  // No package is compiled, and no package manager could install more.
  assert.equal(await inImage(project, "find /app -name '*.node'"), '')
  const managers = 'for p in npm npx corepack yarn pnpm; do command -v $p; done; true'
  assert.equal(await inImage(project, managers), '')
}

async function checkForSecrets({ project }) {
  const history = await project.docker(
    'history',
    '--no-trunc',
    '--format',
    '{{.CreatedBy}}',
    project.name,
  )
  const config = await project.docker('inspect', '--format', '{{json .Config}}', project.name)
  const secrets = [
    ...history.matchAll(/\b[\w-]*(?:secret|passw|token|api_?key)[\w-]*/gi),
    ...config.matchAll(/\b[\w-]*(?:SECRET|PASSW|TOKEN)[\w-]*/gi),
  ]
  assert.deepEqual(secrets, [])
  const names = [
    '.env*',
    '.git',
    '.npmrc',
    '*.key',
    '*.pem',
    'id_*',
    'secrets.json',
    '.ssh',
    '*.test.*',
  ]
  const conditions = names.map((name) => `-name '${name}'`).join(' -o ')
  assert.equal(
    await inImage(
      project,
      `find /app /audit /backups /home /root /tmp \\( ${conditions} \\)`,
      asRoot,
    ),
    '',
  )
  const keys = String.raw`-----BEGIN [A-Z ]*PRIVATE KEY-----[[:space:]]*[A-Za-z0-9+/]{20}|\b(ghp|npm|sk)_[A-Za-z0-9]{30}`
  assert.equal(await inImage(project, `grep -rlE '${keys}' /app || true`), '')
}

async function checkForRootAccess({ project }) {
  assert.equal(await inImage(project, 'find / -xdev -type f -perm /6000', asRoot), '')
  for (const service of ['app', 'backup']) {
    const status = await project.compose('exec', '-T', service, 'cat', '/proc/self/status')
    assert.match(status, /^Uid:\s+1000\s+1000\s+1000\s+1000$/m)
    for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb']) {
      assert.match(status, new RegExp(`^${set}:\\s+0+$`, 'm'))
    }
    assert.match(status, /^NoNewPrivs:\s+1$/m)
    assert.match(status, /^Seccomp:\s+2$/m)
    const write = ['exec', '-T', ...asRoot, service, 'touch', '/app/written']
    const { code, output } = await project.tryCompose(...write)
    assert.notEqual(code, 0)
    assert.match(output, /Read-only file system/)
  }
}

async function refuseKnownSecret({ project }) {
  const knownSecrets = { JWT_SECRET: 'change-me-to-a-long-random-secret-of-yours' }
  for (const [name, value] of Object.entries(knownSecrets)) {
    const start = ['run', '--rm', '--no-deps', '-T', '-e', `${name}=${value}`, 'app']
    const { code, output } = await project.tryCompose(...start)
    assert.equal(code, 1, output)
    assert.match(output, new RegExp(`^${name} .+\\.$`, 'm'))
    assert.ok(!output.includes(value), output)
  }
}

/** Runs a script in the image alone, without the restrictions of Compose. */
function inImage(project, script, options = []) {
  return project.docker('run', '--rm', ...options, '--entrypoint', 'sh', project.name, '-c', script)
}
