import type { Measure } from '#src/row'
import { profitSummary } from './profit-summary'
import { verify } from './verify'

export const reads: Measure[] = [...profitSummary, verify]
