import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readEnv, root, variables } from './env'

// @holds decision 2.1
test('readEnv applies a default to every required setting when no variable is set', () => {
  expect(readEnv({})).toEqual({
    PORT: 3000,
    HOST: '127.0.0.1',
    BALANCERS: 0,
    ASYNC_STANDBYS: [],
    TRUST_PROXY: 0,
    DATABASE_POOL: 10,
    STOCKIE_HOME: path.join(root, '.stockie'),
    STOCKIE_SEED: 'demo',
    isSeedChosen: false,
    BACKUP_FOLDER: path.join(root, '.stockie/backups'),
    AUDIT_FOLDER: path.join(root, '.stockie/audit'),
    BACKUP_KEEP: 14,
    BACKUP_OVERDUE: 50 * 3600,
    JWT_TTL: 12 * 3600,
    STORE_TIME_ZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
    OWNER_NAME: 'Owner',
    LOG_LEVEL: 'info',
    METRICS_HOST: '127.0.0.1',
    SITE_ADDRESS: 'localhost',
  })
})

// @holds decision 2.2, asvs 6.3.2
test('a balancer counts as one more proxy', () => {
  expect(readEnv({ BALANCERS: '1' }).TRUST_PROXY).toBe(1)
  expect(readEnv({ BALANCERS: '1', TRUST_PROXY: '1' }).TRUST_PROXY).toBe(2)
})

test('STOCKIE_SEED defaults to none when DATABASE_URL is set', () => {
  const DATABASE_URL = 'postgresql://stockie:secret@localhost:5432/stockie'
  expect(readEnv({ DATABASE_URL }).STOCKIE_SEED).toBe('none')
  expect(readEnv({ DATABASE_URL, STOCKIE_SEED: 'e2e' }).STOCKIE_SEED).toBe('e2e')
  expect(readEnv({ STOCKIE_SEED: 'demo' }).isSeedChosen).toBe(true)
  expect(readEnv({ STOCKIE_SEED: 'none' }).isSeedChosen).toBe(false)
})

test('readEnv treats an empty variable as unset and ignores unknown variables', () => {
  expect(readEnv({ PORT: '', DATABASE_URL: '', OWNER_EMAIL: '', PATH: '/bin' })).toEqual(
    readEnv({}),
  )
})

test.each([
  ['30m', 1800],
  ['12h', 43_200],
  ['7d', 604_800],
  ['90s', 90],
  // @holds decision 2.4
])('readEnv parses JWT_TTL=%s as %i seconds', (JWT_TTL, seconds) => {
  expect(readEnv({ JWT_TTL }).JWT_TTL).toBe(seconds)
})

const longPassword = 'x'.repeat(32)
test.each([
  ['PORT', '0', 'PORT must be a whole number from 1 to 65535.'],
  ['PORT', '65536', 'PORT must be a whole number from 1 to 65535.'],
  ['PORT', '3000 ', 'PORT must be a whole number from 1 to 65535.'],
  ['PORT', '1e3', 'PORT must be a whole number from 1 to 65535.'],
  ['HOST', 'http://localhost', 'HOST must be a host name or an address'],
  ['DATABASE_POOL', '2', 'DATABASE_POOL must be a whole number from 3 to 100.'],
  ['DATABASE_POOL', '101', 'DATABASE_POOL must be a whole number from 3 to 100.'],
  ['TRUST_PROXY', 'true', 'TRUST_PROXY must be a whole number from 0 to 10.'],
  ['DATABASE_URL', 'mysql://user:hidden@host/shop', 'DATABASE_URL must be an address'],
  ['DATABASE_URL', 'postgres://', 'DATABASE_URL must be an address'],
  ['DATABASE_URL', 'localhost:5432', 'DATABASE_URL must be an address'],
  ['DATABASE_READ_URL', 'localhost:5432', 'DATABASE_READ_URL must be an address'],
  ['DATABASE_READ_URL', 'postgres://hidden@a,b/shop', 'DATABASE_READ_URL must name one server'],
  ['DATABASE_READ_URL', 'postgres://hidden@a/shop', 'DATABASE_READ_URL requires DATABASE_URL'],
  ['DATABASE_URL', 'postgres://hidden@a,/shop', 'DATABASE_URL must be an address'],
  [
    'DATABASE_URL',
    'postgres://hidden@a,b/shop?target_session_attrs=standby',
    'DATABASE_URL may only have read-write, primary or any as its target_session_attrs.',
  ],
  ['STOCKIE_DB_PORT', 'any', 'STOCKIE_DB_PORT must be a whole number from 1 to 65535.'],
  ['STOCKIE_SEED', 'Demo', 'STOCKIE_SEED must be demo, e2e or none.'],
  ['BACKUP_KEEP', '0', 'BACKUP_KEEP must be a whole number from 1 to 10000.'],
  ['JWT_SECRET', 'hidden', 'JWT_SECRET must have at least 32 characters.'],
  ['JWT_SECRET', 'hidden'.repeat(6), 'JWT_SECRET must be random'],
  ['JWT_TTL', '12', 'JWT_TTL must be a time such as 30m, 12h or 7d.'],
  ['IDLE_TIMEOUT', '2m', 'IDLE_TIMEOUT must be at least 5m.'],
  ['JWT_TTL', '0h', 'JWT_TTL must be a time such as 30m, 12h or 7d.'],
  ['STORE_TIME_ZONE', 'Berlin', 'STORE_TIME_ZONE must be a time zone such as Europe/Berlin.'],
  // Node 24 accepts an offset and Node 20 does not, and PostgreSQL inverts its sign.
  ['STORE_TIME_ZONE', '+02:00', 'STORE_TIME_ZONE must be a time zone such as Europe/Berlin.'],
  ['STORE_TIME_ZONE', '-0330', 'STORE_TIME_ZONE must be a time zone such as Europe/Berlin.'],
  ['OWNER_EMAIL', 'nobody', 'OWNER_EMAIL must be an e-mail address.'],
  ['OWNER_PASSWORD', 'password', 'OWNER_PASSWORD must have 8 characters or more'],
  ['OWNER_NAME', '  ', 'OWNER_NAME must not be blank.'],
  ['METRICS_PORT', 'yes', 'METRICS_PORT must be a whole number from 1 to 65535.'],
  ['METRICS_PORT', '3000', 'METRICS_PORT must differ from PORT.'],
  ['METRICS_HOST', 'http://localhost', 'METRICS_HOST must be a host name or an address'],
  ['ALLOWED_HOSTS', 'https://shop.example', 'ALLOWED_HOSTS must be names without scheme and port'],
  ['ALLOWED_HOSTS', 'shop.example:443', 'ALLOWED_HOSTS must be names without scheme and port'],
  ['ALLOWED_HOSTS', '*', 'ALLOWED_HOSTS must be names without scheme and port'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent.'],
  // @holds decision 2.1
])('readEnv rejects %s=%s in one sentence without the value', (name, value, sentence) => {
  expect(() => readEnv({ [name]: value })).toThrow(sentence)
  expect(() => readEnv({ [name]: value })).not.toThrow('hidden')
})

test.each(['Europe/Berlin', 'UTC', 'Etc/GMT+2', 'America/Argentina/Buenos_Aires'])(
  'readEnv accepts the time zone name %s',
  (STORE_TIME_ZONE) => {
    expect(readEnv({ STORE_TIME_ZONE })).toMatchObject({ STORE_TIME_ZONE })
  },
)

// @holds decision 2.7
test('OWNER_PASSWORD requires OWNER_EMAIL, and OWNER_EMAIL alone is enough', () => {
  const OWNER_EMAIL = 'nora@shop.example'
  expect(() => readEnv({ OWNER_PASSWORD: longPassword })).toThrow(
    'OWNER_PASSWORD requires OWNER_EMAIL.',
  )
  expect(readEnv({ OWNER_EMAIL }).OWNER_PASSWORD).toBeUndefined()
  expect(readEnv({ OWNER_EMAIL, OWNER_PASSWORD: longPassword })).toMatchObject({ OWNER_EMAIL })
})

test('BACKUP_FOLDER defaults to the folder backups in STOCKIE_HOME', () => {
  expect(readEnv({ STOCKIE_HOME: '/var/shop' }).BACKUP_FOLDER).toBe('/var/shop/backups')
  expect(readEnv({ BACKUP_FOLDER: '/mnt/backups' }).BACKUP_FOLDER).toBe('/mnt/backups')
})

test('AUDIT_FOLDER defaults to the folder audit in STOCKIE_HOME, and to none with DATABASE_URL', () => {
  const DATABASE_URL = 'postgresql://stockie@database:5432/stockie'
  expect(readEnv({ STOCKIE_HOME: '/var/shop' }).AUDIT_FOLDER).toBe('/var/shop/audit')
  expect(readEnv({ DATABASE_URL }).AUDIT_FOLDER).toBeUndefined()
  expect(readEnv({ DATABASE_URL, AUDIT_FOLDER: '/audit' }).AUDIT_FOLDER).toBe('/audit')
})

function accepts(source: Record<string, string>): boolean {
  try {
    return Boolean(readEnv(source))
  } catch {
    return false
  }
}

const [example = '', composeExample = ''] = readFileSync(
  path.join(root, '.env.example'),
  'utf8',
).split('# --- With Docker Compose alone')
const readSettings = (text: string) =>
  Array.from(text.matchAll(/^# ([A-Z\d_]+)=(.*)$/gm), ([, name = '', value = '']) => ({
    name,
    value,
  }))

test('.env.example lists exactly the variables that Stockie reads, in the same order', () => {
  expect(readSettings(example).map(({ name }) => name)).toEqual(Object.keys(variables))
})

// @holds decision 2.8
test('.env.example lists exactly the other variables of the Compose files in its last part', () => {
  const files = ['docker-compose.yml', 'docker-compose.cluster.yml']
  const file = files.map((name) => readFileSync(path.join(root, name), 'utf8')).join('')
  const required = Array.from(file.matchAll(/\$\{([A-Z\d_]+):([-?])([^}]*)\}/g)).map(
    // Dependabot updates the images in these files alone.
    ([, name = '', kind, value = '']) => ({
      name,
      value: kind === '-' && !value.includes('@sha256:') ? value : '',
    }),
  )
  expect(required).toHaveLength(file.split('${').length - 1)
  const others = required.filter(({ name }) => !Object.hasOwn(variables, name))
  // Docker Compose itself reads this one, so no file mentions it.
  const expected = [...others, { name: 'COMPOSE_PROFILES', value: '' }]
  expect(new Map(readSettings(composeExample).map(({ name, value }) => [name, value]))).toEqual(
    new Map(expected.map(({ name, value }) => [name, value])),
  )
})

test('docker-compose.yml passes on every variable that it does not set itself', () => {
  const file = readFileSync(path.join(root, 'docker-compose.yml'), 'utf8')
  const setByCompose = [
    'HOST',
    'BALANCERS',
    'STOCKIE_HOME',
    'STOCKIE_DB_PORT',
    'STOCKIE_SEED',
    'BACKUP_FOLDER',
  ]
  const missing = Object.keys(variables).filter(
    (name) => !new RegExp(`^ +${name}: `, 'm').test(file),
  )
  expect(missing).toEqual(['PORT', ...setByCompose])
})

test('.env.example shows the defaults', () => {
  const settings = readSettings(example)
  expect(readEnv(Object.fromEntries(settings.map(({ name, value }) => [name, value])))).toEqual(
    readEnv({}),
  )
  // These have no default, or one that depends on the machine or on another variable.
  expect(settings.filter(({ value }) => value === '').map(({ name }) => name)).toEqual([
    'PUBLISH',
    'DATABASE_URL',
    'DATABASE_READ_URL',
    'ASYNC_STANDBYS',
    'STOCKIE_DB_PORT',
    'STOCKIE_SEED',
    'BACKUP_FOLDER',
    'AUDIT_FOLDER',
    'JWT_SECRET',
    'IDLE_TIMEOUT',
    'STORE_TIME_ZONE',
    'OWNER_EMAIL',
    'OWNER_PASSWORD',
    'METRICS_PORT',
    'ALLOWED_HOSTS',
  ])
})

// @holds asvs 7.2.3, 13.3.1
test('.env.example contains no secret and sets nothing when it is copied unchanged', () => {
  const fullExample = readFileSync(path.join(root, '.env.example'), 'utf8')
  expect(fullExample.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([])
  const secrets = readSettings(fullExample).filter(({ name }) =>
    /SECRET|PASSWORD|DATABASE_(READ_)?URL/.test(name),
  )
  expect(secrets.map(({ value }) => value)).toEqual(['', '', '', '', ''])
  // No word of the file is accepted as a JWT_SECRET either.
  const usableWords = fullExample.split(/[\s=`]+/).filter((word) => accepts({ JWT_SECRET: word }))
  expect(usableWords).toEqual([''])
})

// @holds asvs 7.1.1
test('.env.example repeats the description of every variable', () => {
  const prose = example.replaceAll(/\n# (?![A-Z_]+=)/g, ' ')
  for (const { description } of Object.values(variables)) {
    expect(prose).toContain(description?.split(/[.;:]/)[0] ?? 'a description')
  }
})
