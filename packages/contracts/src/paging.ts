import { z } from 'zod'
import { readNumber } from './read-number'

const pageMessage = 'page must be a whole number from 1 to 1,000,000'
const pageSizeMessage = 'pageSize must be a whole number from 1 to 1,000'

/** Part of a query. Paged lists are plain arrays too; how many rows there are is in a header. */
export const paging = {
  page: z
    .preprocess(readNumber, z.int(pageMessage).min(1, pageMessage).max(1_000_000, pageMessage))
    .default(1)
    .meta({ description: 'Which page, from 1 up', example: 1 }),
  pageSize: z
    .preprocess(
      readNumber,
      z.int(pageSizeMessage).min(1, pageSizeMessage).max(1000, pageSizeMessage),
    )
    .default(100)
    .meta({ description: 'How many rows a page has', example: 100 }),
}
