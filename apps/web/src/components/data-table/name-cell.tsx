import type { ReactNode } from 'react'

import { useMediaQuery } from '@/lib/hooks/use-media-query'

interface NameCellProps {
  name: string
  /** The most important of the columns that a phone does not show. */
  below: ReactNode
}

/** The name of a row. On a phone, where the amounts are out of view, it shows one of them below. */
export function NameCell({ name, below }: NameCellProps) {
  const isNarrow = useMediaQuery('(width < 40rem)')
  return (
    <>
      <span title={name} className="block truncate">
        {name}
      </span>
      {isNarrow && (
        <span className="block text-[0.8125rem] wrap-anywhere whitespace-normal text-muted-foreground tabular-nums">
          {below}
        </span>
      )}
    </>
  )
}
