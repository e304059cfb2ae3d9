import { useMutation, type UseQueryResult } from '@tanstack/react-query'

import { useBusy } from '@/lib/use-busy'

import type { CrudResource } from './crud-resource'

/** Deletes many at once, and is done when the list is without them: the button goes as they do. */
export function useBulkDelete(
  removeMany: CrudResource<never, never>['removeMany'],
  list: UseQueryResult,
) {
  const { mutateAsync } = useMutation(removeMany)
  const { isBusy, begin, end } = useBusy()

  async function deleteMany(ids: readonly number[]) {
    if (!begin()) return
    try {
      await mutateAsync(ids)
      // The reading that the success has begun, not another one.
      await list.refetch({ cancelRefetch: false })
    } catch {
      // Said in a toast; what is selected stays so.
    }
    end()
  }

  return { isDeleting: isBusy, deleteMany }
}
