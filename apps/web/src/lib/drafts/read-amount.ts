import { maxAmount } from '@stockie/contracts'

/**
 * What somebody typed as an amount; what is no number counts as 0. More than can be recorded is
 * as much as is refused for it, whatever the number of its digits.
 */
export function readAmount(text: string) {
  // Minus before nothing comes to nothing.
  return isAmount(text) ? Math.min(Number(text) || 0, maxAmount + 1) : 0
}

/** Whether it says that there is none: what is no number says something else, though it counts as 0. */
export function isNothing(text: string) {
  return text.trim() === '' || (isAmount(text) && readAmount(text) === 0)
}

/** As people write one: '12.50', not '1e3' or '0x10', which are numbers to JavaScript too. */
export function isAmount(text: string) {
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(text.trim())
}
