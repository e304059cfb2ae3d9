import type { CrudRow } from '@/components/crud/crud-resource'

interface NameButtonProps<Row extends CrudRow> {
  row: Row
  onOpen: (row: Row) => void
}

/** The name of a row, which looks like a text. A click opens its history. */
export function NameButton<Row extends CrudRow>({ row, onOpen }: NameButtonProps<Row>) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      title={row.name}
      onClick={() => onOpen(row)}
      className="-mx-2 block h-10 max-w-[calc(100%+1rem)] truncate rounded-md px-2 text-left underline-offset-4 outline-none select-text hover:underline focus-visible:ring-[3px] focus-visible:ring-ring/60 focus-visible:ring-inset"
    >
      {row.name}
    </button>
  )
}
