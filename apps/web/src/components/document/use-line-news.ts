import { useCallback, useLayoutEffect, useRef, useState } from 'react'

import type { DraftLine } from '@/lib/drafts/draft'

import { describeLines } from './describe-lines'

/** What has changed in the lines, and what is noted at one, for those who do not see it. */
export function useLineNews(lines: readonly { line: DraftLine }[]) {
  const [news, setNews] = useState('')
  const before = useRef(lines)

  // Before the effects of the lines, so that a note has the last word.
  useLayoutEffect(() => {
    const said = describeLines(before.current, lines)
    before.current = lines
    if (said !== null) setNews(said)
  }, [lines])

  /** For as long as it stands there, unless something else is news by then. */
  const tellNote = useCallback((note: string) => {
    setNews(note)
    return () => setNews((now) => (now === note ? '' : now))
  }, [])

  return { news, tellNote }
}
