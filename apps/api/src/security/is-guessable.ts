/** What people write where a secret is due, also because an example or a tutorial says so. */
const written =
  /secret|passw|change|replace|placeholder|example|default|insert|random|string|your.?key|jwt.?key|private.?key|sign.?key|stockie/i

/** Fewer than any that a machine has drawn. */
const fewestCharacters = 8

/** Whether a secret of 32 characters and more is one that somebody else would try, and not one that was drawn. */
export function isGuessable(secret: string): boolean {
  const isPoor = new Set(secret.toLowerCase()).size < fewestCharacters
  return isPoor || written.test(secret) || repeats(secret) || counts(secret)
}

/** 'change-it-change-it-': nothing new from some place on, in the first half. */
function repeats(secret: string): boolean {
  const half = Math.floor(secret.length / 2)
  return Array.from({ length: half }, (_, index) => index + 1).some(
    (period) => secret.slice(period) === secret.slice(0, -period),
  )
}

/** 'abcdefghijklmnopqrstuvwxyz012345': each character follows the one before, up or down. */
function counts(secret: string): boolean {
  const codes = Array.from(secret, (character) => character.charCodeAt(0))
  const steps = codes.slice(1).map((code, index) => Math.abs(code - (codes[index] ?? 0)))
  return steps.filter((step) => step === 1).length > secret.length / 2
}
