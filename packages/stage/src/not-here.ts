/** A row that this machine cannot measure; the message is the sentence that says why. */
export class NotHere extends Error {
  override name = 'NotHere'
}
