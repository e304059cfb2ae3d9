const common = new Set(`password 12345678 123456789`.split(/\s+/))

/** Whether a password is among the most common ones, however its letters are cased. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase())
}
