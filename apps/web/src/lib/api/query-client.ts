import {
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  replaceEqualDeep,
  type MutationOptions,
} from '@tanstack/react-query'

import { ApiError, getEtag, isTransient, storeEtag } from './api-client'
import { checkSession } from '@/lib/session/session'
import { currentUserId, sessionStore } from '@/lib/session/session-store'
import { toastError, toastSuccess } from '@/lib/toast'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      failure?: string
      /** The revision of all lists does not count its changes, so each poll reads it again. */
      isUncounted?: true
    }
    mutationMeta: {
      /** The sentence, or what computes it from the answer. */
      success?: string | ((answer: unknown) => string)
      failure?: string
      /** The mutation that reverts this one. The success toast offers it as "Undo". */
      undo?(variables: unknown, answer: unknown): MutationOptions | undefined
      /** The button of the success toast of a mutation without `undo`. */
      offer?(answer: unknown): Parameters<typeof toastSuccess>[1]
      /** The failure toast offers to run the same mutation again. */
      canTryAgain?: true
      /** The toast of a 409 has the reason of the API instead, and offers nothing: the same would fail again. */
      explainsConflict?: true
      /** True if the screen shows this failure, so that no toast repeats it. */
      isShownOnScreen?(error: Error): boolean
    }
  }
}

/** The queries that are being fetched without a request of the user. */
export const backgroundQueries = new WeakSet<object>()

/**
 * Restarts first fetches too. One that runs may have read the rows before a change, and TanStack Query would
 * join it: it cancels only the fetch of a query that has data.
 */
class RestartingQueryClient extends QueryClient {
  override invalidateQueries: QueryClient['invalidateQueries'] = (filters, options) => {
    const isFirstFetch = (query: Query) =>
      query.state.data === undefined && !query.isDisabled() && !query.isStatic()
    const fetching = { ...filters, type: 'active', fetchStatus: 'fetching' } as const
    for (const query of this.getQueryCache().findAll(fetching).filter(isFirstFetch)) {
      void query.cancel({ silent: true })
    }
    return super.invalidateQueries(filters, options)
  }
}

/**
 * Turns every answer into its toast. A query or a mutation names its sentences in `meta`. Its own
 * callbacks replace the client's defaults, but never those of a cache.
 */
export function createQueryClient() {
  const userId = currentUserId()
  // A request may finish after its user signed out. The next user must neither see its toast nor
  // undo it.
  const isSameUser = () => currentUserId() === userId
  /** The queries that have failed since they last succeeded. The background does not report them again. */
  const failedQueries = new WeakSet<object>()

  const client = new RestartingQueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (!isSameUser()) return
        const isRepeated = backgroundQueries.has(query) && failedQueries.has(query)
        failedQueries.add(query)
        reportFailure(error, isRepeated ? undefined : query.meta?.failure)
      },
      onSuccess: (_answer, query) => {
        failedQueries.delete(query)
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, variables, _context, { meta, options }) => {
        if (!isSameUser()) return
        const status = statusOf(error)
        const again = { label: 'Try again', run: () => run(options, variables) }
        const failure = meta?.isShownOnScreen?.(error) ? undefined : meta?.failure
        // The same write fails in closed books until the owner moves the day.
        const isClosed = error instanceof ApiError && error.type?.endsWith('books-closed')
        const isExplained = status === 409 && (meta?.explainsConflict ?? isClosed)
        if (isExplained) reportFailure(error, failure && error.message)
        else reportFailure(error, failure, meta?.canTryAgain && again)
        // Another user has changed or deleted the record, or it exists already: the screen shows stale data.
        if ([404, 409, 412].includes(status)) void client.invalidateQueries()
      },
      onSuccess: (answer, variables, _context, { meta }) => {
        if (!isSameUser()) return
        const undo = meta?.undo?.(variables, answer)
        if (meta?.success) {
          const action = undo
            ? { label: 'Undo', run: () => run(undo, undefined) }
            : meta.offer?.(answer)
          const { success } = meta
          toastSuccess(typeof success === 'string' ? success : success(answer), action)
        }
        // A sale moves stock, and a new name appears in other lists. Read everything on the screen
        // again.
        void client.invalidateQueries()
      },
    }),
    defaultOptions: {
      // 'always': a browser that reports "offline" may still reach a server on this computer. A
      // paused save would hang silently and then run by itself.
      queries: {
        networkMode: 'always',
        // live-updates.ts asks first whether anything has changed.
        refetchOnWindowFocus: false,
        structuralSharing: shareStructure,
        retry: (failures, error) => failures < 2 && isTransient(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })

  // Drop the cached answers of a user who signed out, after no screen shows them any more.
  const stop = sessionStore.subscribe(() => {
    if (isSameUser()) return
    stop()
    setTimeout(() => client.clear())
  })

  /** Runs outside of any screen, since the user may have left it before clicking the toast. */
  function run<Variables>(
    options: MutationOptions<unknown, Error, Variables>,
    variables: Variables,
  ) {
    const mutation = client.getMutationCache().build(client, options)
    mutation.execute(variables).catch(() => {})
  }

  return client
}

/** Unchanged parts keep their identity, and the result takes the ETag of the latest answer. */
function shareStructure(before: unknown, now: unknown): unknown {
  const shared: unknown = replaceEqualDeep(before, now)
  storeEtag(shared, getEtag(now))
  return shared
}

function reportFailure(
  error: unknown,
  sentence: string | undefined,
  action?: Parameters<typeof toastError>[1],
) {
  const status = statusOf(error)
  // The login page already tells the user that the session ended.
  if (sentence && status !== 401) toastError(sentence, action)
  // The user's role may have changed: check the session, so that the route guard uses the new role.
  if (status === 403) void checkSession()
}

/** 0 for an error that is no answer of the API. */
function statusOf(error: unknown) {
  return error instanceof ApiError ? error.status : 0
}
