import { importLimits, type ImportResource } from '@stockie/contracts'
import { FileUp } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'

import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'

import { StepFrame } from './import-frame'
import { ImportProgress, percentOf } from '@/components/import/import-progress'
import { pluralOf } from '@/components/import/import-sentences'
import type { FileUpload } from './use-file-upload'

interface FileStepProps {
  resource: ImportResource
  upload: FileUpload
  onClose: () => void
}

/** Asks for a file, by a button or by dropping it, and shows its upload. */
export function FileStep({ resource, upload, onClose }: FileStepProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const { sending, problem } = upload
  useDropsOnlyHere()

  function choose(files: FileList | null) {
    const [file] = files ?? []
    if (!file) return
    if (files && files.length > 1) upload.refuse('Choose one file at a time.')
    else void upload.send(file)
    // The same file can be chosen again.
    if (input.current) input.current.value = ''
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    choose(event.dataTransfer.files)
  }

  return (
    <StepFrame
      step="Choose a file"
      footer={
        <Button variant="outline" onClick={sending ? upload.cancel : onClose}>
          Cancel
        </Button>
      }
    >
      <div className="grid gap-4">
        <div
          onDragOver={(event) => {
            event.preventDefault()
            setIsOver(true)
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={drop}
          className={cn(
            'grid min-h-52 content-center justify-items-center gap-3 rounded-lg border-2 border-dashed p-6 text-center text-sm',
            isOver && 'border-primary bg-accent',
          )}
        >
          {sending ? (
            <ImportProgress
              className="w-full max-w-80"
              percent={percentOf(sending.sent, 1)}
              label={
                sending.sent < 1
                  ? `Uploading ${sending.fileName}: ${percentOf(sending.sent, 1)} %`
                  : `Reading ${sending.fileName} …`
              }
            />
          ) : (
            <>
              <FileUp aria-hidden className="size-8 text-muted-foreground" />
              <p>Drop a CSV or Excel file here, or choose one.</p>
              <Button onClick={() => input.current?.click()}>Choose file</Button>
            </>
          )}
          <input
            ref={input}
            type="file"
            accept=".csv,.txt,.xlsx"
            aria-label="File to import"
            tabIndex={-1}
            className="sr-only"
            onChange={(event) => choose(event.target.files)}
          />
        </div>
        {problem !== undefined && (
          <div
            role="alert"
            className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-destructive/40 px-4 py-3 text-sm text-destructive"
          >
            <p className="min-w-0 flex-1 basis-60 wrap-anywhere">{problem}</p>
            {upload.retry && (
              <Button variant="outline" className="text-foreground" onClick={upload.retry}>
                Try again
              </Button>
            )}
          </div>
        )}
        <ul className="list-disc space-y-1 pl-5 text-sm text-muted-foreground">
          <li>{`The first row of the file names its columns. Each further row is one of your ${pluralOf(resource)}.`}</li>
          <li>{`A file may have ${importLimits.bytes / 1024 / 1024} MB and ${importLimits.rows.toLocaleString('en-US')} rows. Of an Excel file, the first sheet counts.`}</li>
          <li>Nothing is stored before you have seen a preview.</li>
          <li>
            <Link
              to="/profile?tab=imports"
              className="text-primary underline underline-offset-4 hover:no-underline"
            >
              Earlier imports
            </Link>{' '}
            are in your profile.
          </li>
        </ul>
      </div>
    </StepFrame>
  )
}

/** A file that is dropped beside the box would open in place of Stockie. */
function useDropsOnlyHere() {
  useEffect(() => {
    const prevent = (event: Event) => event.preventDefault()
    window.addEventListener('dragover', prevent)
    window.addEventListener('drop', prevent)
    return () => {
      window.removeEventListener('dragover', prevent)
      window.removeEventListener('drop', prevent)
    }
  }, [])
}
