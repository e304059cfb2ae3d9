import type { Books } from '@stockie/contracts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'

import { ApiError, request } from '@/lib/api/api-client'
import { formatDay } from '@/lib/format'

/** The day up to which the books are closed, and since when earlier figures are known exactly. */
export const books = queryOptions({
  queryKey: ['books'],
  queryFn: ({ signal }) => request<Books>('GET', '/books', { signal }),
  meta: { failure: 'Failed to load the closed books. Please try again.', isUncounted: true },
})

export const isMovedMeanwhile = (error: unknown) =>
  error instanceof ApiError && error.status === 412

/** The API's own sentence is for records that are saved. */
function explainMove(error: unknown): never {
  if (!isMovedMeanwhile(error)) throw error
  const detail = 'Another owner has moved the day meanwhile. Check it and confirm again.'
  throw new ApiError(412, { detail, cause: error })
}

/** Closes the books up to a day, or opens them with null. Refused if another owner has moved the day meanwhile. */
export function moveClosedDay(closedThrough: string | null, { version }: Pick<Books, 'version'>) {
  return mutationOptions({
    mutationFn: async (_: void, { client }) => {
      const body = { closedThrough }
      const moved = await request<Books>('PUT', '/books', { body, version }).catch(explainMove)
      client.setQueryData(books.queryKey, moved)
    },
    // It may be moved although the answer was lost.
    onError: (_error, _nothing, _result, { client }) => client.invalidateQueries(books),
    meta: {
      success:
        closedThrough === null
          ? 'The books are open again.'
          : `The books are closed up to ${formatDay(closedThrough)}.`,
      failure: 'Failed to move the closed day. Please try again.',
      isShownOnScreen: isMovedMeanwhile,
    },
  })
}
