import { z } from 'zod'
import { isoDate } from './iso-date'

const bothDays = z.object({ startDate: isoDate, endDate: isoDate })

/** Both days are part of the range; a missing side is open (DECISIONS 12). */
export const dateRangeQuery = z
  .object({
    startDate: isoDate.optional().meta({ description: 'The first day', example: '2026-11-01' }),
    endDate: isoDate.optional().meta({ description: 'The last day', example: '2026-11-30' }),
  })
  .refine(({ startDate = '', endDate = '' }) => startDate <= endDate, {
    path: ['startDate'],
    error: 'startDate must not be after endDate',
    when: ({ value }) => bothDays.safeParse(value).success,
  })

export type DateRangeQuery = z.output<typeof dateRangeQuery>
