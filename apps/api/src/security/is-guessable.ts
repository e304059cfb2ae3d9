import { knownSecrets } from './known-secrets'

/** What people write where a secret is due, also because an example or a tutorial says so. */
const written =
  /secret|passw|change|replace|placeholder|example|default|insert|random|string|your.?key|jwt.?key|private.?key|sign.?key|stockie|insecure/i

/** Fewer than any that a machine has drawn. */
const fewestCharacters = 8

/** Whether a secret of 32 characters and more is one that somebody else would try, and not one that was drawn. */
export function isGuessable(secret: string): boolean {
  const isPoor = new Set(secret.toLowerCase()).size < fewestCharacters
  return isPoor || written.test(secret) || isKnown(secret) || hasPattern(secret)
}

function hasPattern(secret: string): boolean {
  return repeats(secret) || isOfWords(secret) || walks(secret.toLowerCase())
}

/**
 * What a much used site draws, which keeps to one order of characters: from any place of it, each 32 have
 * one of these. Tutorials write its keys in hexadecimal.
 */
const ofOneOrder = /[&(*][E-H][)+-][HJKM][@ab]/

function isKnown(secret: string): boolean {
  const decoded = Buffer.from(secret, 'hex').toString('latin1')
  return (
    knownSecrets.has(secret.toLowerCase()) || [secret, decoded].some((one) => ofOneOrder.test(one))
  )
}

/** 'change-it-change-it-': nothing new from some place on, in the first half. */
function repeats(secret: string): boolean {
  const half = Math.floor(secret.length / 2)
  return Array.from({ length: half }, (_, index) => index + 1).some(
    (period) => secret.slice(period) === secret.slice(0, -period),
  )
}

/** 'correct-horse-battery-staple-2024': words with something between them, which are far fewer than characters. */
function isOfWords(secret: string): boolean {
  const parts = secret.split(/[^\p{L}\p{N}]+/u)
  const words = parts.filter((part) => /^\p{L}{3}/u.test(part))
  const isPlain = parts.every((part) => /^(?:\p{Lu}?\p{Ll}+|\p{Lu}+)?\d*$/u.test(part))
  return isPlain && words.length > 2 && words.join('').length > secret.length / 2
}

/** The alphabet, the digits, and what fingers do on a keyboard: along its rows, down its columns, to and fro. */
const ways = `
  abcdefghijklmnopqrstuvwxyz 01234567890 !@#$%^&*()_+
  qwertyuiop asdfghjkl zxcvbnm qwertzuiop yxcvbnm azertyuiop qsdfghjklm wxcvbn
  1qaz 2wsx 3edc 4rfv 5tgb 6yhn 7ujm 8ik, 9ol. 0p;/ 1q2w3e4r5t6y7u8i9o0p qawsedrftgyhujikolp azsxdcfvgbhnjmk
`
  .trim()
  .split(/\s+/)
const bothWays = [...ways, ...ways.map((way) => Array.from(way).toReversed().join(''))]

/** 'qwertyuiop1qaz2wsx…', 'zyxwvu…': most of it are steps of three and more on such ways. */
function walks(secret: string): boolean {
  let walked = 0
  for (let at = 0; at < secret.length;) {
    const steps = stepsFrom(secret, at)
    walked += steps < 3 ? 0 : steps
    at += steps < 3 ? 1 : steps
  }
  return walked > secret.length / 2
}

function stepsFrom(secret: string, at: number): number {
  let steps = 1
  while (at + steps < secret.length && isOnAWay(secret.slice(at, at + steps + 1))) steps += 1
  return steps
}

function isOnAWay(text: string): boolean {
  return bothWays.some((way) => way.includes(text))
}
