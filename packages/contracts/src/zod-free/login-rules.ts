/** The login's rules, without zod: zod would be a third of the login page's script. */
export const loginRules = {
  email: {
    required: 'Please enter your email',
    /** The pattern of `z.email()`, which customers and suppliers use too. */
    format:
      /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/,
    malformed: 'Invalid email address',
    longest: 254,
    tooLong: 'Email must have at most 254 characters',
  },
  /**
   * The specification requires 7 characters, but its message says 8. Both are kept
   * (docs/specification/decisions.md, 17).
   */
  password: {
    required: 'Please enter your password',
    shortest: 7,
    tooShort: 'Password must be at least 8 characters long',
    /** Far above any typed password. Longer ones are not hashed. */
    longest: 1000,
    tooLong: 'Password must have at most 1,000 characters',
  },
} as const
