import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { loginInput, newPassword } from '@stockie/contracts'
import { z } from 'zod'
import { parseAddress } from '#src/database-address'
import { isGuessable } from '#src/security/secret-strength'
import {
  databaseAddress,
  duration,
  host,
  isTimeZone,
  ownHost,
  serverTimeZone,
  wholeNumber,
} from './env-values'

/** The repository's root. The path is the same from src/env.ts and from the bundles in dist. */
export const root = fileURLToPath(new URL('../../../', import.meta.url))

/** An invalid variable. The message is one sentence and never contains the value, which may be secret. */
export class EnvError extends Error {
  override name = 'EnvError'
}

/** Said at the start and by the doctor. */
export const missingSecretMessage =
  'JWT_SECRET must be set if you set DATABASE_URL: to at least 32 random characters.'

const isValidFor = (schema: z.ZodType) => (value: string) => schema.safeParse(value).success

/** Every variable that Stockie reads. A test compares the list and the descriptions with .env.example. */
export const variables = {
  PORT: wholeNumber(1, 65_535).prefault('3000').describe('The port of the web app and the API.'),
  HOST: ownHost.describe('The address to listen on. 0.0.0.0 lets other machines in.'),
  TRUST_PROXY: wholeNumber(0, 10)
    .prefault('0')
    .describe(
      'How many reverse proxies are in front of Stockie. It then reads the caller from X-Forwarded-For.',
    ),
  BALANCERS: wholeNumber(0, 10)
    .prefault('0')
    .describe(
      'How many proxies of its own Stockie has behind those of TRUST_PROXY. docker-compose.cluster.yml sets it.',
    ),
  PUBLISH: host
    .optional()
    .describe('The address of the machine on which Docker Compose publishes the port.'),
  DATABASE_URL: databaseAddress
    .optional()
    .describe('Any PostgreSQL 15 or newer. Without it, Stockie runs an embedded one.'),
  DATABASE_POOL: wholeNumber(3, 100)
    .prefault('10')
    .describe('How many connections to the database a server opens for requests at most.'),
  DATABASE_READ_URL: databaseAddress
    .refine(
      (address) => !parseAddress(address)?.hasChoice,
      'must name one server, without target_session_attrs',
    )
    .optional()
    .describe(
      'A standby of DATABASE_URL. It answers lists and reports if it has all that the caller has seen.',
    ),
  ASYNC_STANDBYS: z
    .string()
    .default('')
    .transform((names) => names.split(/[\s,]+/).filter(Boolean))
    .describe(
      'The names of standbys that may be asynchronous, with commas: they are only for reading.',
    ),
  STOCKIE_HOME: z
    .string()
    .default('.stockie')
    .transform((folder) => path.resolve(root, folder))
    .describe('The folder of the embedded database, its generated secrets and its logs.'),
  STOCKIE_DB_PORT: wholeNumber(1, 65_535)
    .optional()
    .describe(
      'The port of the embedded database. The default is the first free port from 5432 up.',
    ),
  STOCKIE_SEED: z
    .enum(['demo', 'e2e', 'none'], 'must be demo, e2e or none')
    .optional()
    .describe('The data to load into a database without users: demo, e2e or none.'),
  BACKUP_FOLDER: z
    .string()
    .optional()
    .describe('The folder for backups. The default is the folder backups in STOCKIE_HOME.'),
  BACKUP_KEEP: wholeNumber(1, 10_000)
    .prefault('14')
    .describe('How many backups to keep. Stockie deletes the oldest when there is one more.'),
  BACKUP_OVERDUE: duration
    .prefault('50h')
    .describe('The age of the last verified backup from which Stockie warns the owner.'),
  AUDIT_FOLDER: z
    .string()
    .optional()
    .describe('The folder of the audit log: sign-ins and writes. Ten files of 10 MB at most.'),
  JWT_SECRET: z
    .string()
    .min(32, { error: 'must have at least 32 characters', abort: true })
    .refine(
      (secret) => !isGuessable(secret),
      'must be random, and this one can be guessed: generate one with `openssl rand -base64 32`',
    )
    .optional()
    .describe(
      'The key that signs the tokens. Required with DATABASE_URL; else generated once in STOCKIE_HOME.',
    ),
  JWT_TTL: duration.prefault('12h').describe('How long a sign-in lasts: 30m, 12h, 7d.'),
  IDLE_TIMEOUT: duration
    .refine((seconds) => seconds >= 300, 'must be at least 5m')
    .optional()
    .describe('Ends a sign-in that no user has used for this long: 15m, 2h. Unset, none ends so.'),
  STORE_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be a time zone such as Europe/Berlin')
    .default(serverTimeZone)
    .describe(
      "The time zone of the shop. It decides the day of an expense. The default is the server's zone.",
    ),
  OWNER_EMAIL: z
    .string()
    .trim()
    .refine(isValidFor(loginInput.shape.email), 'must be an e-mail address')
    .optional()
    .describe(
      'The e-mail address of the first owner, created in a database without users, instead of a seed.',
    ),
  OWNER_PASSWORD: z
    .string()
    .refine(isValidFor(newPassword), 'must have 8 characters or more and not be a common password')
    .optional()
    .describe(
      "The first owner's password. Without it, the first start generates one and prints it once.",
    ),
  OWNER_NAME: z
    .string()
    .trim()
    .min(1, 'must not be blank')
    .max(200, 'must have at most 200 characters')
    .default('Owner')
    .describe("The first owner's name."),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info')
    .describe('The lowest level that is logged.'),
  METRICS_PORT: wholeNumber(1, 65_535)
    .optional()
    .describe('The port of GET /metrics, for Prometheus. Without it, there are no metrics.'),
  METRICS_HOST: ownHost.describe(
    'The address to serve the metrics on. Anyone who can reach it can read all metrics.',
  ),
  SITE_ADDRESS: z
    .string()
    .default('localhost')
    .describe('The name under which browsers find the shop, without a scheme.'),
  ALLOWED_HOSTS: z
    .string()
    .regex(
      /^[\p{L}\p{N}_., -]+$/u,
      'must be names without scheme and port, with commas between them, such as shop.example,till.local',
    )
    .optional()
    .describe('More names under which browsers and programs find Stockie, with commas.'),
}

type Folders = {
  AUDIT_FOLDER?: string | undefined
  DATABASE_URL?: string | undefined
  STOCKIE_HOME: string
}

/** With DATABASE_URL, Stockie writes no files unless it is told where. */
function auditFolder({ AUDIT_FOLDER, DATABASE_URL, STOCKIE_HOME }: Folders): string | undefined {
  if (AUDIT_FOLDER) return path.resolve(root, AUDIT_FOLDER)
  return DATABASE_URL ? undefined : path.join(STOCKIE_HOME, 'audit')
}

const schema = z
  .object(variables)
  .refine((env) => env.OWNER_EMAIL || !env.OWNER_PASSWORD, {
    path: ['OWNER_PASSWORD'],
    message: 'requires OWNER_EMAIL',
  })
  .refine((env) => env.DATABASE_URL || !env.DATABASE_READ_URL, {
    path: ['DATABASE_READ_URL'],
    message: 'requires DATABASE_URL',
  })
  .refine((env) => env.METRICS_PORT !== env.PORT, {
    path: ['METRICS_PORT'],
    message: 'must differ from PORT',
  })
  .transform((env) => ({
    ...env,
    // All proxies that add the address of their caller.
    TRUST_PROXY: env.TRUST_PROXY + env.BALANCERS,
    BACKUP_FOLDER: path.resolve(root, env.BACKUP_FOLDER ?? path.join(env.STOCKIE_HOME, 'backups')),
    AUDIT_FOLDER: auditFolder(env),
    STOCKIE_SEED: env.STOCKIE_SEED ?? (env.DATABASE_URL ? ('none' as const) : ('demo' as const)),
    /** Whether someone asked for the public accounts of a seed. */
    isSeedChosen: env.STOCKIE_SEED === 'demo' || env.STOCKIE_SEED === 'e2e',
  }))

export type Env = z.output<typeof schema>

/** Parses the environment. Throws an EnvError about the first invalid variable. */
export function readEnv(source: Record<string, string | undefined>): Env {
  // Empty counts as unset: `PORT=` in a .env file, or ${PORT:-} in a compose file.
  const set = Object.entries(source).filter(([, value]) => value !== undefined && value !== '')
  const result = schema.safeParse(Object.fromEntries(set))
  if (result.success) return result.data
  const [issue] = result.error.issues
  const message = issue?.message ?? 'is not valid'
  throw new EnvError(`${String(issue?.path[0])} ${message}.`)
}

/** The process's environment. A .env file in the repository's root adds variables, but overrides none. */
export function readVariables(): Record<string, string | undefined> {
  const file = path.join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
  return process.env
}

/** On Windows, programs need more: pg_ctl, for example, starts PostgreSQL through the shell in ComSpec. */
const systemVariables =
  process.platform === 'win32'
    ? /^(path|lang|tz|systemroot|systemdrive|windir|comspec|pathext|temp|tmp)$/i
    : /^(PATH|LANG|TZ)$/

/** The environment for PostgreSQL's programs: without Stockie's secrets, and without settings for libpq. */
export function readSystemVariables(): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => systemVariables.test(name)),
  )
}

export function loadEnv(): Env {
  return readEnv(readVariables())
}

/** The version in the root's package.json. */
export async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
  return String(version)
}
