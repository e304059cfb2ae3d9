import type { IncomingMessage } from 'node:http'

/** Whose call it is, or would like to be: what its line in the log names, refused or not. Never their e-mail. */
export const accountOfCall = new WeakMap<IncomingMessage, number>()
