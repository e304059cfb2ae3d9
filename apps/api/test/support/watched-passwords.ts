import type { Passwords } from '#src/security/passwords'

export type HeldComparisons = {
  /** Returns how many callers have joined the queue of sign-ins since the hold began. */
  callers: () => number
  /** Lets all comparisons run. */
  release: () => void
  /** The passwords that were compared since the hold began, in their order. */
  compared: readonly string[]
}

export type PasswordWatch = {
  /** Returns how many passwords were compared. */
  passwordComparisons: () => number
  /** Holds back every hash that is computed from now on until the promise resolves. */
  delayHashing: (until: Promise<void>) => void
  /** Holds back every comparison that begins from now on. */
  holdComparisons: () => HeldComparisons
}

/** Passwords whose comparisons a test counts and holds back. */
export function watchPasswords(passwords: Passwords): Passwords & PasswordWatch {
  const compared: string[] = []
  let callers = 0
  let hashingAllowed = Promise.resolve()
  let comparingAllowed = Promise.resolve()

  function holdComparisons(): HeldComparisons {
    const before = { compared: compared.length, callers }
    let release = (): void => undefined
    comparingAllowed = new Promise((resolve) => (release = resolve))
    return {
      callers: () => callers - before.callers,
      release: () => release(),
      get compared() {
        return compared.slice(before.compared)
      },
    }
  }

  return {
    ...passwords,
    hash: async (password) => {
      const hash = await passwords.hash(password)
      await hashingAllowed
      return hash
    },
    matches: async (password, hash) => {
      compared.push(password)
      await comparingAllowed
      return passwords.matches(password, hash)
    },
    queue: {
      ...passwords.queue,
      run: (caller, job) => {
        callers += 1
        return passwords.queue.run(caller, job)
      },
    },
    passwordComparisons: () => compared.length,
    delayHashing: (until) => void (hashingAllowed = until),
    holdComparisons,
  }
}
