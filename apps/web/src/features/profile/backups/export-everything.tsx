import { useMutation } from '@tanstack/react-query'
import { FileArchive } from 'lucide-react'

import { Button } from '@/components/ui/button'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/ui/card'
import { Spinner } from '@/components/ui/spinner'
import { downloadEverything } from './backup-requests'

/** Everything of the shop as tables, for people without Stockie. */
export function ExportEverything() {
  const { mutate, isPending, isSuccess, error } = useMutation(downloadEverything)
  return (
    <Card>
      <CardHeader>
        <CardTitle>Export everything</CardTitle>
        <CardDescription>
          For your accountant, or for leaving Stockie: one ZIP with a table of all products,
          categories, customers, suppliers, sales, returns, cash counts, purchases, expenses and
          stock movements, as they are at one moment. It is no backup, because Stockie cannot
          restore it.
        </CardDescription>
      </CardHeader>
      <CardContent className="grid gap-3">
        <div>
          {/* It stays enabled, so that it keeps the focus. */}
          <Button
            aria-disabled={isPending}
            className="aria-disabled:opacity-50"
            onClick={() => {
              if (!isPending) mutate()
            }}
          >
            {isPending ? <Spinner /> : <FileArchive aria-hidden />}
            Export everything
          </Button>
        </div>
        {error && (
          <p role="alert" className="text-sm wrap-anywhere text-destructive">
            {error.message}
          </p>
        )}
        {isSuccess && (
          <output className="text-sm">
            The download has started. Your browser shows its progress.
          </output>
        )}
      </CardContent>
    </Card>
  )
}
