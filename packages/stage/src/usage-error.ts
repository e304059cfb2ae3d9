/** What was typed cannot be carried out; the message is the sentence that says why. */
export class UsageError extends Error {
  override name = 'UsageError'
}
