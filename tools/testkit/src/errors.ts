/** A row that this machine cannot measure; the message is the sentence that says why. */
export class UnsupportedError extends Error {
  override name = 'NotHere'
}

/** Another process answers where a server was to; the message says where. */
export class PortTakenError extends Error {
  override name = 'PortTaken'
}

/** What was typed cannot be carried out; the message is the sentence that says why. */
export class UsageError extends Error {
  override name = 'UsageError'
}
