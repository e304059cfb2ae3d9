/** What the login judges by, without zod: its page waits for nothing, and zod would be a third of it. */
export const loginRules = {
  email: {
    required: 'Please enter your email',
    /** That of zod's own `z.email()`, here and for customers and suppliers. */
    format:
      /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/,
    malformed: 'Invalid email address',
    longest: 254,
    tooLong: 'Email must have at most 254 characters',
  },
  /** The specification's 7 and its sentence's 8 both stand (DECISIONS 17). */
  password: {
    required: 'Please enter your password',
    shortest: 7,
    tooShort: 'Password must be at least 8 characters long',
    /** Far more than anybody types; what is longer is not hashed. */
    longest: 1000,
    tooLong: 'Password must have at most 1,000 characters',
  },
} as const
