import { useQuery } from '@tanstack/react-query'

import { useToday } from '@/lib/hooks/use-today'
import { books } from '@/resources/books'

/** The day by the store's clock. The browser may be in another zone, and only the store refuses a day to come. */
export function useStoreToday({ isNeeded = true } = {}) {
  const today = useToday()
  // No toast reports a failure: the day of the browser nearly always does.
  const { data } = useQuery({ ...books, enabled: isNeeded, meta: {} })
  return data?.today ?? today
}
