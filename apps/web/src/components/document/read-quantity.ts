/** What is typed as a quantity: a whole number from 1 on, and 1 where it is none. */
export function readQuantity(text: string, max: number) {
  const quantity = /^\d+$/.test(text.trim()) ? Number(text) : 1
  return Math.min(Math.max(quantity, 1), max)
}
