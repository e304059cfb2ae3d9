import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'

import { ApiError, isPassing } from './api-error'
import { checkSession } from './session'
import { toastError, toastSuccess } from './toast'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { failure?: string }
    mutationMeta: { success?: string; failure?: string }
  }
}

/**
 * The one place that turns an answer into a toast. A query or a mutation names its sentences in
 * `meta`; callbacks of its own would replace the defaults of the client, never those of a cache.
 */
export function createQueryClient() {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => answerFailure(query.meta?.failure, error),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) =>
        answerFailure(mutation.meta?.failure, error),
      onSuccess: (_data, _variables, _context, mutation) => {
        if (mutation.meta?.success) toastSuccess(mutation.meta.success)
        // A sale moves stock, a new name shows in other lists: what is on screen is read again.
        void client.invalidateQueries()
      },
    }),
    defaultOptions: {
      // 'always': what the browser calls offline may well reach a server on this computer, and a
      // save that waited for a connection would hang in silence and then happen by itself.
      queries: {
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && isPassing(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return client
}

function answerFailure(sentence: string | undefined, error: unknown) {
  const status = error instanceof ApiError ? error.status : undefined
  // A session that ended says so on the login page.
  if (sentence !== undefined && status !== 401) toastError(sentence)
  // Somebody has taken the role away: the guard acts on the new one.
  if (status === 403) void checkSession()
}
