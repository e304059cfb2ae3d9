import { MutationObserver, type UseMutationOptions } from '@tanstack/react-query'

import { createQueryClient } from '@/lib/api/query-client'

/** Sends a mutation in a query cache of its own, with the toasts of the app. */
export function mutate<Answer, Variables>(
  options: UseMutationOptions<Answer, Error, Variables>,
  variables: Variables,
) {
  return new MutationObserver(createQueryClient(), options).mutate(variables)
}
