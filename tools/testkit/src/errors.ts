/** This machine cannot run the row or the fault; the message says why. */
export class UnsupportedError extends Error {
  override name = 'UnsupportedError'
}

/** Another process listens on the server's port; the message names the address. */
export class PortTakenError extends Error {
  override name = 'PortTakenError'
}

/** The command line is invalid; the message says why. */
export class UsageError extends Error {
  override name = 'UsageError'
}
