/** Whether something is as it should be, worth a look, or in the way of the shop. */
export type State = 'ok' | 'look' | 'wrong'

/** What was found, in a sentence that says what to do where it is not ok. */
export type Verdict = { state: State; found: string }

export type Finding = Verdict & { check: string }

/** One look at one thing; what it throws is a verdict, too. */
export type Check = { name: string; look: () => Promise<Verdict[]> | Verdict[] }
