import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'

/**
 * A list for others to show. A query draws only those again who have read what changed, and whoever
 * shows a failure later has not: all that they may show is read here. The same for as long as it is.
 */
export function useStableQuery<Row>({ data, isError, refetch }: UseQueryResult<Row[]>) {
  return useMemo(() => ({ data, isError, refetch }), [data, isError, refetch])
}
