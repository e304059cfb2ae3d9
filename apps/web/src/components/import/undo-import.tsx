import { type ImportJob, importLimits } from '@stockie/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { type MouseEvent, useState } from 'react'

import { ModalDialog } from '@/components/crud/modal-dialog'
import { FormError } from '@/components/form/form-error'
import { Button } from '@/components/ui/button'
import { DialogFooter } from '@/components/ui/dialog'
import { Spinner } from '@/components/ui/spinner'
import { useBusy } from '@/lib/hooks/use-busy'
import { useAccidentalClick } from '@/lib/overlays/use-accidental-click'

import { importJob, isRunning, revertImport } from './import-requests'
import { countOf, countRecords } from './import-sentences'

interface UndoImportProps {
  job: ImportJob
  className?: string
}

/** A button that asks, and then takes an import back. */
export function UndoImport({ job, className }: UndoImportProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button variant="outline" className={className} onClick={() => setIsAsking(true)}>
        <Undo2 aria-hidden />
        Undo import
        <span className="sr-only"> of {job.fileName}</span>
      </Button>
      {isAsking && <UndoQuestion job={job} onClose={() => setIsAsking(false)} />}
    </>
  )
}

function UndoQuestion({ job, onClose }: { job: ImportJob; onClose: () => void }) {
  const client = useQueryClient()
  const { mutateAsync, error } = useMutation(revertImport)
  const { isBusy, begin, end } = useBusy()
  const isAccidental = useAccidentalClick()

  async function confirm(event: MouseEvent) {
    if (isAccidental(event) || !begin()) return
    try {
      const reverting = await mutateAsync(job.id)
      client.setQueryData(importJob(job.id).queryKey, reverting)
      onClose()
    } catch {
      // The answer may be lost, or another user undoes it already.
      const now = await client
        .fetchQuery({ ...importJob(job.id), staleTime: 0 })
        .catch(() => undefined)
      end()
      if (now && (isRunning(now) || now.state === 'reverted')) onClose()
    }
  }

  return (
    <ModalDialog
      role="alertdialog"
      title="Undo import"
      description={describe(job)}
      isBusy={isBusy}
      onClose={onClose}
    >
      <div className="mt-5 grid gap-5">
        <FormError message={error?.message} />
        <DialogFooter>
          {/* First in the dialog and so focused: Enter alone undoes nothing. */}
          <Button variant="outline" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="destructive"
            disabled={isBusy}
            onClick={(event) => void confirm(event)}
            className="min-w-32"
          >
            {isBusy && <Spinner />}
            Undo import
          </Button>
        </DialogFooter>
      </div>
    </ModalDialog>
  )
}

function describe({ fileName, counts, resource, newCategoryCount }: ImportJob) {
  const added = counts?.new ?? 0
  const changed = counts?.changed ?? 0
  const parts = [
    added > 0 && `deletes the ${countRecords(added, resource)} that ${fileName} added`,
    newCategoryCount > 0 &&
      `deletes the ${countOf(newCategoryCount, 'category', 'categories')} that it created`,
    changed > 0 && `changes ${countRecords(changed, resource)} back`,
  ].filter((part) => part !== false)
  const what = parts.length > 0 ? `This ${parts.join(', and ')}. ` : ''
  const delay =
    resource === 'products' && added + changed > importLimits.changedProducts
      ? ' Sales of these products wait meanwhile, and may have to be repeated.'
      : ''
  return `${what}What was used or changed since is left alone.${delay}`
}
