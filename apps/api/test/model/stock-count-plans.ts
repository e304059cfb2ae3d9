import fc from 'fast-check'
import { caller, choice, flaw, plainRecord, text } from './plan-fields'

export const startCount = plainRecord({
  ...caller,
  does: fc.constant('start count'),
  /** The counted products: all, those of a category, or the chosen ones. */
  scope: fc.constantFrom('all', 'all', 'category', 'products'),
  category: choice,
  products: fc.array(choice, { minLength: 1, maxLength: 4 }),
  isBlind: fc.boolean(),
  text,
  /** 0 is no key. */
  key: fc.nat({ max: 3 }),
  /** How many identical calls are sent at once. */
  copies: fc.constantFrom(1, 1, 2),
})

export const enterNumber = plainRecord({
  ...caller,
  does: fc.constant('enter number'),
  target: choice,
  /** Mostly a product of the count. */
  product: choice,
  counted: fc.nat({ max: 60 }),
  isSum: fc.boolean(),
  /** 0 to 5 nothing, 6 the whole number, 7 as many pieces as the number says. */
  takesBack: fc.nat({ max: 7 }),
  /** How many numbers the caller says to have seen: 0 to 2 not said, 3 and 4 those before the step, 5 another number. */
  seen: fc.nat({ max: 5 }),
  /** 0 is no key. */
  key: fc.nat({ max: 3 }),
  /** How many identical calls are sent at once. */
  copies: fc.constantFrom(1, 1, 2),
  flaw,
})

export const repeatNumber = plainRecord({
  api: fc.nat({ max: 1 }),
  does: fc.constant('repeat number'),
  which: choice,
  changed: fc.boolean(),
})

export const takeCount = plainRecord({
  ...caller,
  does: fc.constant('take count'),
  step: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('finish', 'post') },
    { weight: 2, arbitrary: fc.constant('undo') },
    { weight: 1, arbitrary: fc.constantFrom('discard', 'reopen') },
  ),
  target: choice,
  /** The finish that a posting names: 0 and 1 none, 2 to 4 the finish before the step, 5 an older one. */
  seen: fc.nat({ max: 5 }),
  /** How many callers do so at once. Each is the next user. */
  callers: fc.constantFrom(1, 1, 2),
})
