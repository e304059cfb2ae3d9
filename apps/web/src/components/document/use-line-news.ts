import { useEffect, useRef, useState } from 'react'

import type { DraftLine } from '@/lib/drafts/draft'

import { describeLines } from './describe-lines'

/** What has changed in the lines, for those who do not see it. */
export function useLineNews(lines: readonly { line: DraftLine }[]) {
  const [news, setNews] = useState('')
  const before = useRef(lines)

  useEffect(() => {
    const said = describeLines(before.current, lines)
    before.current = lines
    if (said !== null) setNews(said)
  }, [lines])

  return news
}
