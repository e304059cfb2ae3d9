import { pino, type DestinationStream, type Logger } from 'pino'

/** Wherever one of these turns up in what is logged, its value does not. */
const secrets = [
  'password',
  'currentPassword',
  'newPassword',
  'repeatPassword',
  'passwordHash',
  'password_hash',
  'token',
  'secret',
  'JWT_SECRET',
  'DATABASE_URL',
  'OWNER_PASSWORD',
  'authorization',
  'cookie',
  '["set-cookie"]',
]

export function createLog(level: string, destination: DestinationStream): Logger {
  const beneath = (prefix: string) =>
    secrets.map((name) => (name.startsWith('[') ? `${prefix}${name}` : `${prefix}.${name}`))
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      serializers: { err: describeError },
      redact: {
        paths: [...secrets, ...beneath('*'), ...beneath('*.*'), ...beneath('*.*.*')],
        censor: '[redacted]',
      },
    },
    destination,
  )
}

/** What an error says about itself, without what libraries hang on it: bodies, queries, addresses. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  return {
    type: error.name,
    message: error.message,
    ...('code' in error && { code: error.code }),
    stack: error.stack,
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  }
}
