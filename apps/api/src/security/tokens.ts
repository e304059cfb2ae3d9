import { createSecretKey, hash, randomUUID } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { z } from 'zod'

/** Whose a token is, and which of the account's generations of tokens it belongs to. */
type Holder = { userId: number; version: number }

export type TokenClaim = Holder & {
  /** SHA-256 of what is signed: which token of all it is. */
  session: Buffer
  endsAt: Date
}

export type Tokens = {
  sign: (holder: Holder) => string
  /** The claim of a token that we signed and that has not run out, else undefined. */
  verify: (token: string) => TokenClaim | undefined
}

// jsonwebtoken takes any HMAC unless it is told which one, on both sides.
const algorithm = 'HS256'
const issuer = 'stockie'
/** Whom a token is for. Signed with a shop's key for anything else, it opens nothing here. */
const audience = 'stockie-api'

/** So many tokens are remembered: far more than a shop has people. */
const most = 1000

const payload = z.object({
  sub: z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number)
    .pipe(z.int32()),
  ver: z.int().nonnegative(),
  exp: z.int(),
})

export function createTokens(options: { secret: string; ttl: number }): Tokens {
  const { secret, ttl } = options
  // It also takes a secret of five bytes.
  if (secret.length < 32) throw new Error('A token secret has at least 32 characters.')
  // Of a text it would find out anew at every call that it is no public key: 0.4 ms of each.
  const key = createSecretKey(secret, 'utf8')
  // What a signature says never changes, and verifying it is half of what a call costs.
  const verified = new Map<string, TokenClaim>()

  function sign({ userId, version }: Holder): string {
    return jwt.sign({ ver: version }, key, {
      algorithm,
      issuer,
      audience,
      subject: String(userId),
      // Or two log-ins of one second would get the same token, and end together.
      jwtid: randomUUID(),
      expiresIn: ttl,
    })
  }

  function verify(token: string): TokenClaim | undefined {
    const known = verified.get(token) ?? remember(token)
    return known && known.endsAt.getTime() > Date.now() ? known : undefined
  }

  function remember(token: string): TokenClaim | undefined {
    try {
      const { sub, ver, exp } = payload.parse(
        jwt.verify(token, key, { algorithms: [algorithm], issuer, audience }),
      )
      const session = hash('sha256', token.slice(0, token.lastIndexOf('.')), 'buffer')
      const read = { userId: sub, version: ver, session, endsAt: new Date(exp * 1000) }
      if (verified.size >= most) verified.clear()
      verified.set(token, read)
      return read
    } catch {
      // Forged, expired or not a token at all: the caller learns no more than that it is refused.
      return undefined
    }
  }

  return { sign, verify }
}
