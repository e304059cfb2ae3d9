/**
 * What is said beside a field where something else counts than what stands in it, and for as long as
 * that stands there: Ctrl+Enter may sell at any moment. An empty field needs no words.
 */
export function countsAs(text: string, fault: string | undefined, value: string) {
  if (fault === undefined || text.trim() === '') return undefined
  return `${fault}: counts as ${value}.`
}
