import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { useBusy } from '@/lib/hooks/use-busy'

interface RowActionButtonProps<Answer> {
  action: UseMutationOptions<Answer>
  icon: ReactNode
  /** Reads the list again, without the row. */
  refetch: () => Promise<{ isError: boolean }>
  children: ReactNode
}

/** A button whose action removes its row from the list. */
export function RowActionButton<Answer>({
  action,
  icon,
  refetch,
  children,
}: RowActionButtonProps<Answer>) {
  const { mutateAsync } = useMutation(action)
  const { isBusy, begin, end } = useBusy()

  async function actAndRefetch() {
    if (!begin()) return
    const isDone = await mutateAsync().then(
      () => true,
      () => false,
    )
    // Stays busy until the list no longer contains this button.
    if (!isDone || (await refetch()).isError) end()
  }

  return (
    <Button
      variant="outline"
      // `disabled` would drop the focus.
      aria-disabled={isBusy}
      onClick={() => void actAndRefetch()}
    >
      {isBusy ? <Spinner /> : icon}
      {children}
    </Button>
  )
}
