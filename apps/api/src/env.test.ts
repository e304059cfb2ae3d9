import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readEnv, root, variables } from './env'

// @holds decision 2.1
test('without any variable there is a default for everything', () => {
  expect(readEnv({})).toEqual({
    PORT: 3000,
    HOST: '127.0.0.1',
    TRUST_PROXY: 0,
    STOCKIE_HOME: path.join(root, '.stockie'),
    STOCKIE_SEED: 'demo',
    BACKUP_FOLDER: path.join(root, '.stockie/backups'),
    BACKUP_KEEP: 14,
    JWT_TTL: 12 * 3600,
    STORE_TIME_ZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
    OWNER_NAME: 'Owner',
    LOG_LEVEL: 'info',
    METRICS_HOST: '127.0.0.1',
  })
})

// @holds decision 2.2, asvs 6.3.2
test('a database of the owner’s own is not filled with demo data unless they say so', () => {
  const DATABASE_URL = 'postgresql://stockie:secret@localhost:5432/stockie'
  expect(readEnv({ DATABASE_URL }).STOCKIE_SEED).toBe('none')
  expect(readEnv({ DATABASE_URL, STOCKIE_SEED: 'e2e' }).STOCKIE_SEED).toBe('e2e')
})

test('an empty variable counts as unset, and an unknown one as nothing', () => {
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
])('JWT_TTL=%s is %i seconds', (JWT_TTL, seconds) => {
  expect(readEnv({ JWT_TTL }).JWT_TTL).toBe(seconds)
})

const long = 'x'.repeat(32)
test.each([
  ['PORT', '0', 'PORT must be a whole number from 1 to 65535.'],
  ['PORT', '65536', 'PORT must be a whole number from 1 to 65535.'],
  ['PORT', '3000 ', 'PORT must be a whole number from 1 to 65535.'],
  ['PORT', '1e3', 'PORT must be a whole number from 1 to 65535.'],
  ['HOST', 'http://localhost', 'HOST must be a host name or an address'],
  ['TRUST_PROXY', 'true', 'TRUST_PROXY must be a whole number from 0 to 10.'],
  ['DATABASE_URL', 'mysql://user:hidden@host/shop', 'DATABASE_URL must be an address'],
  ['DATABASE_URL', 'postgres://', 'DATABASE_URL must be an address'],
  ['DATABASE_URL', 'localhost:5432', 'DATABASE_URL must be an address'],
  ['STOCKIE_DB_PORT', 'any', 'STOCKIE_DB_PORT must be a whole number from 1 to 65535.'],
  ['STOCKIE_SEED', 'Demo', 'STOCKIE_SEED must be demo, e2e or none.'],
  ['BACKUP_KEEP', '0', 'BACKUP_KEEP must be a whole number from 1 to 10000.'],
  ['JWT_SECRET', 'hidden', 'JWT_SECRET must have at least 32 characters.'],
  ['JWT_SECRET', 'hidden'.repeat(6), 'JWT_SECRET must be drawn at random'],
  ['JWT_TTL', '12', 'JWT_TTL must be a time such as 30m, 12h or 7d.'],
  ['JWT_TTL', '0h', 'JWT_TTL must be a time such as 30m, 12h or 7d.'],
  ['STORE_TIME_ZONE', 'Berlin', 'STORE_TIME_ZONE must be a time zone such as Europe/Berlin.'],
  // Node 24 would take it, Node 20 not, and PostgreSQL reads its sign the other way round.
  ['STORE_TIME_ZONE', '+02:00', 'STORE_TIME_ZONE must be a time zone such as Europe/Berlin.'],
  ['STORE_TIME_ZONE', '-0330', 'STORE_TIME_ZONE must be a time zone such as Europe/Berlin.'],
  ['OWNER_EMAIL', 'nobody', 'OWNER_EMAIL must be an e-mail address.'],
  ['OWNER_PASSWORD', 'password', 'OWNER_PASSWORD must have 8 characters or more'],
  ['OWNER_NAME', '  ', 'OWNER_NAME must not be blank.'],
  ['METRICS_PORT', 'yes', 'METRICS_PORT must be a whole number from 1 to 65535.'],
  ['METRICS_PORT', '3000', 'METRICS_PORT must be another one than PORT.'],
  ['METRICS_HOST', 'http://localhost', 'METRICS_HOST must be a host name or an address'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent.'],
  // @holds decision 2.1
])('%s=%s is refused in one sentence that does not repeat it', (name, value, sentence) => {
  expect(() => readEnv({ [name]: value })).toThrow(sentence)
  expect(() => readEnv({ [name]: value })).not.toThrow('hidden')
})

test.each(['Europe/Berlin', 'UTC', 'Etc/GMT+2', 'America/Argentina/Buenos_Aires'])(
  'STORE_TIME_ZONE takes the name %s',
  (STORE_TIME_ZONE) => {
    expect(readEnv({ STORE_TIME_ZONE })).toMatchObject({ STORE_TIME_ZONE })
  },
)

// @holds decision 2.7
test('the first owner needs an e-mail; a password is made where none is named', () => {
  const OWNER_EMAIL = 'nora@shop.example'
  expect(() => readEnv({ OWNER_PASSWORD: long })).toThrow(
    'OWNER_PASSWORD needs OWNER_EMAIL beside it.',
  )
  expect(readEnv({ OWNER_EMAIL }).OWNER_PASSWORD).toBeUndefined()
  expect(readEnv({ OWNER_EMAIL, OWNER_PASSWORD: long })).toMatchObject({ OWNER_EMAIL })
})

test('backups lie beside the shop, or where they are told to', () => {
  expect(readEnv({ STOCKIE_HOME: '/var/shop' }).BACKUP_FOLDER).toBe('/var/shop/backups')
  expect(readEnv({ BACKUP_FOLDER: '/mnt/backups' }).BACKUP_FOLDER).toBe('/mnt/backups')
})

function accepts(source: Record<string, string>): boolean {
  try {
    return Boolean(readEnv(source))
  } catch {
    return false
  }
}

const [example = '', forCompose = ''] = readFileSync(path.join(root, '.env.example'), 'utf8').split(
  '# --- With Docker Compose alone',
)
const shownIn = (text: string) =>
  Array.from(text.matchAll(/^# ([A-Z_]+)=(.*)$/gm), ([, name = '', value = '']) => ({
    name,
    value,
  }))

test('.env.example names every variable, and no other', () => {
  expect(shownIn(example).map(({ name }) => name)).toEqual(Object.keys(variables))
})

// @holds decision 2.8
test('its part for Docker Compose names what docker-compose.yml asks for besides, and no other', () => {
  const file = readFileSync(path.join(root, 'docker-compose.yml'), 'utf8')
  const asked = Array.from(file.matchAll(/\$\{([A-Z_]+):([-?])([^}]*)\}/g)).map(
    ([, name = '', kind, value = '']) => ({ name, value: kind === '-' ? value : '' }),
  )
  expect(asked).toHaveLength(file.split('${').length - 1)
  const besides = asked.filter(({ name }) => !Object.hasOwn(variables, name))
  // Compose's own, which no file asks for.
  const expected = [...besides, { name: 'COMPOSE_PROFILES', value: '' }]
  expect(new Map(shownIn(forCompose).map(({ name, value }) => [name, value]))).toEqual(
    new Map(expected.map(({ name, value }) => [name, value])),
  )
})

test('docker-compose.yml hands on every variable that it does not decide', () => {
  const file = readFileSync(path.join(root, 'docker-compose.yml'), 'utf8')
  const decided = ['HOST', 'STOCKIE_HOME', 'STOCKIE_DB_PORT', 'STOCKIE_SEED', 'BACKUP_FOLDER']
  const missing = Object.keys(variables).filter(
    (name) => !new RegExp(`^ +${name}: `, 'm').test(file),
  )
  expect(missing).toEqual(['PORT', ...decided])
})

test('what .env.example shows is what holds without it', () => {
  const shown = shownIn(example)
  expect(readEnv(Object.fromEntries(shown.map(({ name, value }) => [name, value])))).toEqual(
    readEnv({}),
  )
  // Empty are those alone whose default is none, or depends on the machine or on another variable.
  expect(shown.filter(({ value }) => value === '').map(({ name }) => name)).toEqual([
    'DATABASE_URL',
    'STOCKIE_DB_PORT',
    'STOCKIE_SEED',
    'BACKUP_FOLDER',
    'JWT_SECRET',
    'STORE_TIME_ZONE',
    'OWNER_EMAIL',
    'OWNER_PASSWORD',
    'METRICS_PORT',
  ])
})

// @holds asvs 7.2.3, 13.3.1
test('.env.example holds no secret, and copied as it is it sets nothing', () => {
  const whole = readFileSync(path.join(root, '.env.example'), 'utf8')
  expect(whole.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([])
  const secrets = shownIn(whole).filter(({ name }) => /SECRET|PASSWORD|DATABASE_URL/.test(name))
  expect(secrets.map(({ value }) => value)).toEqual(['', '', '', ''])
  // Nor is any word of it, wherever it stands, one that would be taken.
  const usable = whole.split(/[\s=`]+/).filter((word) => accepts({ JWT_SECRET: word }))
  expect(usable).toEqual([''])
})

// @holds asvs 7.1.1
test('.env.example explains every variable', () => {
  const prose = example.replaceAll(/\n# (?![A-Z_]+=)/g, ' ')
  for (const { description } of Object.values(variables)) {
    expect(prose).toContain(description?.split(/[.;:]/)[0] ?? 'a description')
  }
})
