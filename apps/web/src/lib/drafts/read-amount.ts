/** What somebody typed as an amount; what is no number counts as 0. */
export function readAmount(text: string) {
  const amount = Number(text)
  // '' is 0 to JavaScript as well, and so is what minus before nothing comes to.
  return Number.isFinite(amount) ? amount || 0 : 0
}
