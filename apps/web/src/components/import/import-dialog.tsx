import type { ImportJob, ImportResource } from '@stockie/contracts'
import { useRef, useState } from 'react'

import { useDialogScans } from '@/components/scanner/use-dialog-scans'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '@/components/ui/dialog'
import { useRestoredFocus } from '@/lib/hooks/use-restored-focus'

import { FileStep } from '@/components/import/steps/file-step'
import { pluralOf } from './import-sentences'
import { ImportSteps } from '@/components/import/steps/import-steps'
import { useFileUpload } from '@/components/import/steps/use-file-upload'

interface ImportDialogProps {
  resource: ImportResource
  /** An import that began before, to go on with it or to see what it did. */
  earlier?: ImportJob
  onClose: () => void
}

/** Imports records from a file. Open while it is mounted. An import that runs goes on without it. */
export function ImportDialog({ resource, earlier, onClose }: ImportDialogProps) {
  const [uploaded, setUploaded] = useState(earlier)
  const upload = useFileUpload(resource, setUploaded)
  const content = useRef<HTMLDivElement>(null)
  const restoredFocus = useRestoredFocus()
  useDialogScans(content, undefined)

  function close(open: boolean) {
    if (open) return
    if (upload.sending) upload.cancel()
    else onClose()
  }

  return (
    <Dialog open onOpenChange={close}>
      <DialogContent
        ref={content}
        {...restoredFocus}
        className="h-[calc(100dvh-2rem)] max-w-5xl overflow-hidden p-0 max-sm:inset-x-2 max-sm:h-[calc(100dvh-1rem)] max-sm:max-h-none sm:max-h-[46rem]"
      >
        <header className="px-6 pt-5">
          <DialogTitle>Import {pluralOf(resource)}</DialogTitle>
          <DialogDescription className="sr-only">
            From a CSV or an Excel file, with a preview. An import can be undone.
          </DialogDescription>
        </header>
        {uploaded ? (
          <ImportSteps uploaded={uploaded} onClose={onClose} />
        ) : (
          <FileStep resource={resource} upload={upload} onClose={onClose} />
        )}
      </DialogContent>
    </Dialog>
  )
}
