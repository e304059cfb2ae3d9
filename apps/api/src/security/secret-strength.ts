/** Words in placeholders, and in the secrets of examples and tutorials. */
const placeholderWords =
  /secret|passw|change|replace|placeholder|example|default|insert|random|string|your.?key|jwt.?key|private.?key|sign.?key|stockie|insecure/i

/** Random secrets have more distinct characters. */
const minDistinctCharacters = 8

/** Whether a secret of at least 32 characters looks chosen by a person, so that an attacker would try it. */
export function isGuessable(secret: string): boolean {
  const hasFewCharacters = new Set(secret.toLowerCase()).size < minDistinctCharacters
  return hasFewCharacters || placeholderWords.test(secret) || isKnown(secret) || hasPattern(secret)
}

function hasPattern(secret: string): boolean {
  return isPeriodic(secret) || isPassphrase(secret) || isKeyboardWalk(secret.toLowerCase())
}

/**
 * The keys of a popular online generator step through the characters in almost the same order. In 24 published
 * keys, any 27 characters contain one of these sequences. Tutorials write its keys in hexadecimal.
 */
const generatorSequence = /[&(*][E-H][)+-][HJKM][@ab]/

function isKnown(secret: string): boolean {
  const decoded = Buffer.from(secret, 'hex').toString('latin1')
  return (
    knownSecrets.has(secret.toLowerCase()) ||
    [secret, decoded].some((text) => generatorSequence.test(text))
  )
}

/** 'change-it-change-it-': repeats a part that is at most half as long as the secret. */
function isPeriodic(secret: string): boolean {
  const half = Math.floor(secret.length / 2)
  return Array.from({ length: half }, (_, index) => index + 1).some(
    (period) => secret.slice(period) === secret.slice(0, -period),
  )
}

/** 'correct-horse-battery-staple-2024': separated words. They have far fewer combinations than characters. */
function isPassphrase(secret: string): boolean {
  const parts = secret.split(/[^\p{L}\p{N}]+/u)
  const words = parts.filter((part) => /^\p{L}{3}/u.test(part))
  const isPlain = parts.every((part) => /^(?:\p{Lu}?\p{Ll}+|\p{Lu}+)?\d*$/u.test(part))
  return isPlain && words.length > 2 && words.join('').length > secret.length / 2
}

/** The alphabet, the digits, and the rows, columns and zigzags of keyboards. */
const walks = `
  abcdefghijklmnopqrstuvwxyz 01234567890 !@#$%^&*()_+
  qwertyuiop asdfghjkl zxcvbnm qwertzuiop yxcvbnm azertyuiop qsdfghjklm wxcvbn
  1qaz 2wsx 3edc 4rfv 5tgb 6yhn 7ujm 8ik, 9ol. 0p;/ 1q2w3e4r5t6y7u8i9o0p qawsedrftgyhujikolp azsxdcfvgbhnjmk
`
  .trim()
  .split(/\s+/)
const bothDirections = [...walks, ...walks.map((walk) => Array.from(walk).toReversed().join(''))]

/** 'qwertyuiop1qaz2wsx…': walks of at least three characters make up more than half of the secret. */
function isKeyboardWalk(secret: string): boolean {
  let walked = 0
  for (let at = 0; at < secret.length;) {
    const length = walkLengthAt(secret, at)
    walked += length < 3 ? 0 : length
    at += length < 3 ? 1 : length
  }
  return walked > secret.length / 2
}

function walkLengthAt(secret: string, at: number): number {
  let length = 1
  while (at + length < secret.length && isPartOfWalk(secret.slice(at, at + length + 1))) length += 1
  return length
}

function isPartOfWalk(text: string): boolean {
  return bothDirections.some((walk) => walk.includes(text))
}

/** Keys from tutorials, examples and RFC 7515, which thousands of programs have copied. In lower case. */
const knownSecrets: ReadonlySet<string> = new Set([
  '09d25e094faa6ca2556c818166b7a9563b93f7099f6f0f4caa6cf63b88e8d3e7',
  '192b9bdd22ab9ed4d12e236c78afcb9a393ec15f71bbf5dc987d54727823bcbf',
  '3cfa76ef14937c1c0ea519f8fc057a80fcd04a7420f8e8bcd0a7567c272e007b',
  '5791628bb0b13ce0c676dfde280ba245',
  '9a4f2c8d3b7a1e6f45c8a0b3f267d8b1d4e6f3c8a9d2b5f8e3a9c8b5f6v8a3d9',
  '9a4f2c8d3b7a1e6f45c8a0b3f267d8b1d4e6f3c8a9d2b5f8e3a9c6b5d0f1e2a3',
  'aym1sysppbydfgzld3umj1qzkobwvmkoqq-estjqlr_t-1qs0gzh75aktmn3yj0ips4hcguutwjazzr1z9caow',
  // NIST's keys for AES, of 128 and 256 bits.
  '2b7e151628aed2a6abf7158809cf4f3c',
  '603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4',
  // SHA-256 and MD5 of the empty text, of "password" and of "secret".
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'd41d8cd98f00b204e9800998ecf8427e',
  '5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8',
  '5f4dcc3b5aa765d61d8327deb882cf99',
  '2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b',
  '5ebe2294ecd0e0f08eab7690d2a6ee69',
])
