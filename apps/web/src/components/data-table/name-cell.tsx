import { useMediaQuery } from '@/lib/hooks/use-media-query'

interface NameCellProps {
  name: string
  /** What matters most of the columns that lie out of sight on a phone. */
  below: string
}

/** Whom or what a row is about. On a phone, where the columns of amounts lie out of sight, for how much too. */
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
