/** A command that was asked for wrongly; the usage text follows the sentence. */
export class UsageError extends Error {
  override name = 'UsageError'
}
