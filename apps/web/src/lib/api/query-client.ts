import {
  MutationCache,
  QueryCache,
  QueryClient,
  replaceEqualDeep,
  type MutationOptions,
} from '@tanstack/react-query'

import { ApiError, isTransient } from './api-error'
import { etagOf, noteEtag } from './etags'
import { checkSession } from '@/lib/session/session'
import { sessionStore } from '@/lib/session/session-store'
import { toastError, toastSuccess } from '@/lib/toast'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { failure?: string }
    mutationMeta: {
      success?: string
      failure?: string
      /** What takes it back: the toast of its success offers that. */
      undo?(variables: unknown, answer: unknown): MutationOptions | undefined
      /** The toast of its failure offers to do the same once more. */
      canTryAgain?: true
      /** Whether the screen says this failure itself. */
      isSaid?(error: Error): boolean
    }
  }
}

/**
 * The one place that turns an answer into a toast. A query or a mutation names its sentences in
 * `meta`; callbacks of its own would replace the defaults of the client, never those of a cache.
 */
export function createQueryClient() {
  const whose = whoIsHere()
  // What was under way when somebody left is not told to whoever came after, who could undo it.
  const isTheirs = () => whoIsHere() === whose

  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (isTheirs()) answerFailure(error, query.meta?.failure)
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, variables, _context, { meta, options }) => {
        if (!isTheirs()) return
        const again = { label: 'Try again', run: () => run(options, variables) }
        const failure = meta?.isSaid?.(error) ? undefined : meta?.failure
        answerFailure(error, failure, meta?.canTryAgain && again)
        // Somebody else has deleted it, or it was added before: what is on screen is older than that.
        const status = statusOf(error)
        if (status === 404 || status === 409) void client.invalidateQueries()
      },
      onSuccess: (answer, variables, _context, { meta }) => {
        if (!isTheirs()) return
        const undo = meta?.undo?.(variables, answer)
        if (meta?.success) {
          toastSuccess(meta.success, undo && { label: 'Undo', run: () => run(undo, undefined) })
        }
        // A sale moves stock, a new name shows in other lists: what is on screen is read again.
        void client.invalidateQueries()
      },
    }),
    defaultOptions: {
      // 'always': what the browser calls offline may well reach a server on this computer, and a
      // save that waited for a connection would hang in silence and then happen by itself.
      queries: {
        networkMode: 'always',
        structuralSharing: share,
        retry: (failures, error) => failures < 2 && isTransient(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })

  // What was read for somebody goes with them, once no screen shows it any more.
  const stop = sessionStore.subscribe(() => {
    if (isTheirs()) return
    stop()
    setTimeout(() => client.clear())
  })

  /** Belongs to no screen: whoever clicks a toast may be on another one by then. */
  function run<Variables>(
    options: MutationOptions<unknown, Error, Variables>,
    variables: Variables,
  ) {
    const mutation = client.getMutationCache().build(client, options)
    mutation.execute(variables).catch(() => {})
  }

  return client
}

/** What has not changed stays the same object, and the whole is known by what it came with last. */
function share(before: unknown, now: unknown): unknown {
  const shared: unknown = replaceEqualDeep(before, now)
  noteEtag(shared, etagOf(now))
  return shared
}

function whoIsHere() {
  const session = sessionStore.get()
  return session.authState === 'Success' ? session.id : null
}

function answerFailure(
  error: unknown,
  sentence: string | undefined,
  action?: Parameters<typeof toastError>[1],
) {
  const status = statusOf(error)
  // A session that ended says so on the login page.
  if (sentence !== undefined && status !== 401) toastError(sentence, action)
  // Somebody has taken the role away: the guard acts on the new one.
  if (status === 403) void checkSession()
}

function statusOf(error: unknown) {
  return error instanceof ApiError ? error.status : undefined
}
