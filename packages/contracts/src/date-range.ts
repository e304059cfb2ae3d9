import { z } from 'zod'
import { isoDate } from './iso-date'
import { whereSound } from './where-sound'

/** Both days are part of the range; a missing side is open (DECISIONS 12). */
export const dateRangeQuery = z
  .object({
    startDate: isoDate.optional().meta({ description: 'The first day', example: '2026-11-01' }),
    endDate: isoDate.optional().meta({ description: 'The last day', example: '2026-11-30' }),
  })
  .refine(({ startDate = '', endDate = '9999-12-31' }) => startDate <= endDate, {
    path: ['startDate'],
    error: 'startDate must not be after endDate',
    when: whereSound('startDate', 'endDate'),
  })

export type DateRangeQuery = z.output<typeof dateRangeQuery>
