import { z } from 'zod'
import { isoDate, requiredDay } from '../fields'

/** Only the server knows the store's today. */
export const closedInFuture = 'The books can be closed up to today at most.'

export const booksInput = z.object({
  closedThrough: requiredDay('closedThrough must be a day, or null to open the books again')
    .nullable()
    .meta({
      description:
        "The last closed day, up to the store's today. null opens the books again. An earlier day than before opens the days after it",
      example: '2026-10-31',
    }),
})

/** Up to which day the books are closed. */
export const books = z.object({
  closedThrough: isoDate.nullable().meta({
    description: 'Nothing dated on or before this day can be written. null if nothing is closed',
    example: '2026-10-31',
  }),
  today: isoDate.meta({
    description: "The present day in the store's time zone, which is the last that can be closed",
    example: '2026-11-23',
  }),
  exactSince: z.iso.datetime().nullable().meta({
    description:
      'What reports show `asOf` a moment is exact from here on. null if it is exact for all of the past',
    example: '2026-11-23T14:03:00.000Z',
  }),
  exactSinceDay: isoDate.nullable().meta({
    description: "The day of exactSince in the store's time zone",
    example: '2026-11-23',
  }),
  version: z.int().meta({ description: 'Grows with each move of the day', example: 1 }),
})

export type BooksInput = z.input<typeof booksInput>
export type Books = z.output<typeof books>
