import { useMediaQuery } from '@/lib/hooks/use-media-query'

interface NameCellProps {
  name: string
  /** The most important of the columns that a phone does not show. */
  below: string
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
        <span className="block truncate text-[0.8125rem] text-muted-foreground tabular-nums">
          {below}
        </span>
      )}
    </>
  )
}
