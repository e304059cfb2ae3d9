/** What somebody typed as an amount; what is no number counts as 0. */
export function readAmount(text: string) {
  // Minus before nothing comes to nothing.
  return isAmount(text) ? Number(text) || 0 : 0
}

/** As people write one: '12.50', not '1e3' or '0x10', which are numbers to JavaScript too. */
export function isAmount(text: string) {
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(text.trim())
}
