import { startTransition, useEffect, useEffectEvent, useMemo, useState } from 'react'

import type { PageRequest } from '@/lib/rows/page-request'
import { useScreenParams } from '@/lib/screen-params'

import { readTableParams, toTableParams } from './table-params'

/** The URL is written once a person pauses: a browser refuses to be told of every key. */
const typingPause = 200

/**
 * What is asked of the table. It stands in the URL; what somebody has just changed counts at once,
 * and the URL says it a little later.
 */
export function useTableRequest(
  columns: readonly { id: string }[],
  facets: readonly { id: string }[],
) {
  const { params, change: changeParams, keep } = useScreenParams()
  const [ahead, setAhead] = useState<Partial<PageRequest>>({})
  // By what it says, not by which object it is: React puts `ahead` together anew in every render that
  // overtakes a transition.
  const key = JSON.stringify({ ...readTableParams(params, { columns, facets }), ...ahead })
  const request = useMemo((): PageRequest => JSON.parse(key), [key])

  const write = useEffectEvent(() => {
    // In one transition with the router's own, so that nothing flickers back in between.
    startTransition(() => {
      changeParams(toTableParams(request))
      setAhead({})
    })
  })
  useEffect(() => {
    if (Object.keys(ahead).length === 0) return undefined
    const timer = setTimeout(() => write(), 'search' in ahead ? typingPause : 0)
    return () => clearTimeout(timer)
  }, [ahead])

  const keepUnwritten = useEffectEvent(() => {
    if (Object.keys(ahead).length > 0) keep(toTableParams(request))
  })
  useEffect(() => () => keepUnwritten(), [])

  function change(changes: Partial<PageRequest>) {
    setAhead((before) => ({ ...before, ...changes }))
  }
  return { request, change }
}
