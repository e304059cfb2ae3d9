import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'

import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'

interface TableMessageProps {
  hasPage: boolean
  matchCount: number
  list: { isError: boolean; isFetching: boolean; refetch: () => unknown }
  loading: string
  failure: string
  empty: string
}

/** What the table says in place of rows. */
export function TableMessage(props: TableMessageProps) {
  const { hasPage, matchCount, list } = props
  if (hasPage && matchCount > 0) return null
  if (hasPage) return <Message>{props.empty}</Message>
  if (!list.isError) {
    return (
      <Message>
        <Spinner />
        {props.loading}
      </Message>
    )
  }
  return (
    <div className="grid flex-1 place-content-center justify-items-center gap-4 p-6 text-sm">
      <p role="alert" className="text-center text-destructive">
        {props.failure}
      </p>
      <Button variant="outline" disabled={list.isFetching} onClick={() => list.refetch()}>
        {list.isFetching ? <Spinner /> : <RotateCw aria-hidden />}
        Try again
      </Button>
    </div>
  )
}

function Message({ children }: { children: ReactNode }) {
  return (
    <output className="flex flex-1 items-center justify-center gap-2.5 p-6 text-sm text-muted-foreground">
      {children}
    </output>
  )
}
