import { ListPending } from '@/components/list-pending'
import { TableBody, TableCell, TableRow } from '@/components/ui/table'

interface TableMessageProps {
  hasPage: boolean
  list: { isError: boolean; refetch: () => unknown }
  loading: string
  failure: string
  empty: string
  /** How many columns there are. */
  span: number
}

/** What the table says in place of rows, in the middle of what one sees of it. */
export function TableMessage({ span, ...props }: TableMessageProps) {
  return (
    <TableBody>
      <TableRow className="border-0">
        <TableCell colSpan={span} className="p-0">
          {/* Laid over the table's frame, and so it does not go away with a sideways scroll. */}
          <div className="absolute inset-x-0 top-11 bottom-0 grid place-items-center p-6 whitespace-normal">
            <Message {...props} />
          </div>
        </TableCell>
      </TableRow>
    </TableBody>
  )
}

function Message({ hasPage, list, loading, failure, empty }: Omit<TableMessageProps, 'span'>) {
  if (hasPage) return <output className="text-muted-foreground">{empty}</output>
  return <ListPending list={list} loading={loading} failure={failure} />
}
