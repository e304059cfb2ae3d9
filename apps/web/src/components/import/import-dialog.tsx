import type { ImportJob, ImportResource } from '@stockie/contracts'
import { useRef, useState } from 'react'

import { ModalDialog } from '@/components/crud/modal-dialog'

import { FileStep } from '@/components/import/steps/file-step'
import { pluralOf } from './import-sentences'
import { ImportSteps } from '@/components/import/steps/import-steps'
import { useFileUpload } from '@/components/import/steps/use-file-upload'

const discardQuestion = {
  title: 'Discard changes?',
  description:
    'What you changed since the last preview is lost. Your profile keeps the file for a day, under Imports.',
  keepLabel: 'Keep editing',
  discardLabel: 'Discard',
}

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
  const hasEdits = useRef(false)

  return (
    <ModalDialog
      title={`Import ${pluralOf(resource)}`}
      description="From a CSV or Excel file. You can undo it."
      hasChanges={() => hasEdits.current}
      question={discardQuestion}
      onClose={upload.sending ? upload.cancel : onClose}
      className="h-[calc(100dvh-2rem)] max-w-5xl overflow-hidden pb-0 max-sm:inset-x-2 max-sm:h-[calc(100dvh-1rem)] max-sm:max-h-none sm:max-h-[46rem]"
    >
      {uploaded ? (
        <ImportSteps
          uploaded={uploaded}
          onEdits={(has) => {
            hasEdits.current = has
          }}
          onOtherFile={() => {
            hasEdits.current = false
            setUploaded(undefined)
          }}
          onClose={onClose}
        />
      ) : (
        <FileStep resource={resource} upload={upload} onClose={onClose} />
      )}
    </ModalDialog>
  )
}
