import { code } from './code'
import { oddities } from './oddities'

/** What has broken programs before, or made them do what nobody wanted. */
export const hostileTexts: readonly string[] = [...new Set([...code, ...oddities])]
