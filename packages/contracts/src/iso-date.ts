import { z } from 'zod'

const notADay = 'Date must be a real day, written yyyy-MM-dd'

/** A calendar day as yyyy-MM-dd that really exists, from the year 1 to 9999. */
export const isoDate = requiredDay(notADay)

/** The same, with a sentence of its own for a day that is missing altogether. */
export function requiredDay(missing: string) {
  return z.iso
    .date({
      error: ({ input }) =>
        input === undefined || input === null || input === '' ? missing : notADay,
    })
    .refine((day) => !day.startsWith('0000'), notADay)
    .meta({ description: 'A calendar day, never an instant', example: '2026-11-21' })
}
