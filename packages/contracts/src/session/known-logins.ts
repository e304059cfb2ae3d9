import { defineReport } from '../definitions'
import { noQuery } from '../http/request-params'
import { knownLoginsPath } from '../zod-free/api-paths'
import { sessionUser } from './session'

/** The accounts that still have the public password of the demo, which an owner is told about. */
export const knownLogins = defineReport({
  path: knownLoginsPath,
  query: noQuery,
  row: sessionUser,
})
