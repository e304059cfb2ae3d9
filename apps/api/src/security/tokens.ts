import { createSecretKey, hash, randomUUID } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { z } from 'zod'

/** The account of a token, and the account's token version at the time of signing. */
type Holder = {
  userId: number
  version: number
  /** The shop required a second factor at the sign-in, and the account had none. */
  mustSetUpSecondFactor?: boolean | undefined
}

export type TokenClaim = Holder & {
  /** SHA-256 of the signed part. It identifies the token. */
  session: Buffer
  beganAt: Date
  endsAt: Date
}

export type IssuedToken = { token: string; claim: TokenClaim }

export type Tokens = {
  sign: (holder: Holder) => string
  /** Signs a token, and returns what it says of its session. */
  issue: (holder: Holder) => IssuedToken
  /** Returns the claim of a valid token, or undefined if it is forged, expired or malformed. */
  verify: (token: string) => TokenClaim | undefined
}

// Set explicitly for signing and verifying, because jsonwebtoken accepts any HMAC by default.
const algorithm = 'HS256'
const issuer = 'stockie'
/** A token that was signed with the same key for another purpose is not accepted here. */
const audience = 'stockie-api'

/** The number of cached tokens. Far more than a shop has users. */
const maxCachedTokens = 1000

const payload = z.object({
  sub: z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number)
    .pipe(z.int32()),
  ver: z.int().nonnegative(),
  sfs: z.literal(true).optional(),
  iat: z.int(),
  exp: z.int(),
})

export function createTokens(options: { secret: string; ttl: number }): Tokens {
  const { secret, ttl } = options
  // jsonwebtoken would accept a secret of five bytes.
  if (secret.length < 32) throw new Error('A token secret must have at least 32 characters.')
  // With a string, jsonwebtoken checks on every call that it is no public key, which takes 0.4 ms.
  const key = createSecretKey(secret, 'utf8')
  // A verified signature stays valid, and verifying it takes half of the time of a request.
  const verified = new Map<string, TokenClaim>()

  function sign({ userId, version, mustSetUpSecondFactor }: Holder): string {
    return jwt.sign({ ver: version, ...(mustSetUpSecondFactor && { sfs: true }) }, key, {
      algorithm,
      issuer,
      audience,
      subject: String(userId),
      // Without it, two logins in the same second would get the same token and end together.
      jwtid: randomUUID(),
      expiresIn: ttl,
    })
  }

  function issue(holder: Holder): IssuedToken {
    const token = sign(holder)
    const claim = verifySignature(token)
    if (!claim) throw new Error('A new token cannot be read.')
    return { token, claim }
  }

  function verify(token: string): TokenClaim | undefined {
    const known = verified.get(token) ?? verifySignature(token)
    return known && known.endsAt.getTime() > Date.now() ? known : undefined
  }

  function verifySignature(token: string): TokenClaim | undefined {
    try {
      const { sub, ver, sfs, iat, exp } = payload.parse(
        jwt.verify(token, key, { algorithms: [algorithm], issuer, audience }),
      )
      const session = hash('sha256', token.slice(0, token.lastIndexOf('.')), 'buffer')
      const [beganAt, endsAt] = [new Date(iat * 1000), new Date(exp * 1000)]
      const claim = {
        userId: sub,
        version: ver,
        mustSetUpSecondFactor: sfs,
        session,
        beganAt,
        endsAt,
      }
      if (verified.size >= maxCachedTokens) verified.clear()
      verified.set(token, claim)
      return claim
    } catch {
      // Forged, expired or no token at all. The caller must not learn which.
      return undefined
    }
  }

  return { sign, issue, verify }
}
