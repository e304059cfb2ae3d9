import { type ImportJob, importLimits, type ImportResource } from '@stockie/contracts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { ApiError, isTransient } from '@/lib/api/api-client'
import { isTooLarge } from '@/lib/api/file-upload'
import { newIdempotencyKey } from '@/lib/api/idempotency'

import { uploadImport } from '@/components/import/import-requests'

const cancelled = 'The upload was cancelled.'
const cancelledLate = `${cancelled} The server had the whole file, so your profile may list it under Imports for a day.`

export type FileUpload = ReturnType<typeof useFileUpload>

interface Sending {
  fileName: string
  /** From 0 to 1. */
  sent: number
}

const tooLarge = `The file is larger than ${importLimits.bytes / 1024 / 1024} MB. Split it, or leave out columns that you do not need.`

/** Sends the chosen file. `cancel` stops it. No record is stored. */
export function useFileUpload(resource: ImportResource, onUploaded: (job: ImportJob) => void) {
  const { mutateAsync } = useMutation(uploadImport)
  const [sending, setSending] = useState<Sending | null>(null)
  const [problem, setProblem] = useState<string>()
  const [again, setAgain] = useState<(() => void) | undefined>()
  const running = useRef<AbortController>(null)

  useEffect(() => () => running.current?.abort(), [])

  function refuse(message: string) {
    setAgain(undefined)
    setProblem(message)
  }

  async function send(file: File, key = newIdempotencyKey()) {
    if (running.current) return
    if (file.size > importLimits.bytes) return refuse(`${file.name}: ${tooLarge}`)
    const controller = new AbortController()
    running.current = controller
    setAgain(undefined)
    setProblem(undefined)
    setSending({ fileName: file.name, sent: 0 })
    try {
      const bytes = await readBytes(file)
      const job = await mutateAsync({
        resource,
        fileName: file.name,
        bytes,
        key,
        signal: controller.signal,
        onProgress: (sent) => setSending({ fileName: file.name, sent }),
      })
      onUploaded(job)
    } catch (error) {
      if (controller.signal.aborted) return
      setProblem(`${file.name}: ${problemOf(error)}`)
      // A lost answer: the same key stores the file once.
      if (isTransient(error)) setAgain(() => () => void send(file, key))
    } finally {
      // A cancelled upload may end after the next upload began.
      if (running.current === controller) {
        running.current = null
        setSending(null)
      }
    }
  }

  function cancel() {
    running.current?.abort()
    running.current = null
    setSending(null)
    setProblem(sending && sending.sent < 1 ? cancelled : cancelledLate)
  }

  return { sending, problem, retry: sending ? undefined : again, refuse, send, cancel }
}

function readBytes(file: File) {
  return file.arrayBuffer().catch((cause: unknown) => {
    throw new UnreadableFileError('The file cannot be read.', { cause })
  })
}

class UnreadableFileError extends Error {
  override name = 'UnreadableFileError'
}

function problemOf(error: unknown) {
  if (error instanceof UnreadableFileError) {
    return 'The file cannot be read. It may be open in another program, or it is a folder. Choose it again.'
  }
  if (isTooLarge(error)) return tooLarge
  if (!(error instanceof ApiError)) return 'Something went wrong. Please try again.'
  return error.errors[0]?.message ?? error.message
}
