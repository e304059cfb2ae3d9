import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'

/**
 * A query result whose identity changes only with its contents. TanStack Query re-renders only for
 * fields that were read, so this reads all that the consumers show.
 */
export function useStableQuery<Row>({ data, isError, refetch }: UseQueryResult<Row[]>) {
  return useMemo(() => ({ data, isError, refetch }), [data, isError, refetch])
}
