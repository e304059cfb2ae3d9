import { z } from 'zod'

/** A calendar day as yyyy-MM-dd that really exists, from the year 1 to 9999. */
export const isoDate = z.iso
  .date('Date must be a real day, written yyyy-MM-dd')
  .refine((day) => day >= '0001-01-01', 'Date must be a real day, written yyyy-MM-dd')
  .meta({ description: 'A calendar day, never an instant', example: '2026-11-21' })
