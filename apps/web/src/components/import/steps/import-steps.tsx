import {
  importOptions,
  type ImportJob,
  type ImportPlan,
  type ImportPreview,
} from '@stockie/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { ApiError } from '@/lib/api/api-client'
import { newIdempotencyKey } from '@/lib/api/idempotency'
import { useBusy } from '@/lib/hooks/use-busy'

import {
  commitImport,
  importJob,
  isRunning,
  isStored,
  previewImport,
} from '@/components/import/import-requests'
import { ImportResult } from '@/components/import/import-result'
import { MappingStep } from './mapping-step'
import { PreviewStep } from './preview-step'

interface ImportStepsProps {
  uploaded: ImportJob
  onClose: () => void
}

/** The steps after the upload. Another tab may commit the same import: then its result is shown here, too. */
export function ImportSteps({ uploaded, onClose }: ImportStepsProps) {
  const { id } = uploaded
  const { data: job, isError } = useQuery({ ...importJob(id), initialData: uploaded })
  const [step, setStep] = useState<'match' | 'preview' | 'result'>(
    uploaded.state === 'failed' ? 'result' : 'match',
  )
  const [plan, setPlan] = useState<ImportPlan>(() => ({
    mapping: job.mapping,
    // A file that was not previewed yet has none.
    options: importOptions.parse(job.options),
  }))
  const preview = usePreview(id)
  const commit = useCommit(id)
  useRefetchAfterEnd(job)
  // Also if another tab has started it, or if the answer to its start was lost.
  if (isRunning(job) && step !== 'result') setStep('result')

  function changePlan(changed: ImportPlan) {
    setPlan(changed)
    commit.forgetError()
    if (step === 'preview' || preview.isBusy) void preview.ask(changed)
  }

  async function showPreview() {
    commit.forgetError()
    if (await preview.ask(plan)) setStep('preview')
  }

  async function importRows(shown: ImportPreview) {
    if (await commit.start(shown)) setStep('result')
  }

  if (isStored(job) || (step === 'result' && job.state === 'failed')) {
    return (
      <ImportResult
        job={job}
        isUnreachable={isError}
        onMatch={() => setStep('match')}
        onClose={onClose}
      />
    )
  }
  if (step !== 'match' && preview.answer) {
    const shown = preview.answer
    return (
      <PreviewStep
        preview={shown}
        plan={plan}
        onPlan={changePlan}
        isBusy={preview.isBusy}
        isCommitting={commit.isBusy}
        error={preview.error ?? commit.error}
        onRetry={preview.error === undefined ? undefined : () => void preview.ask(plan)}
        onBack={() => setStep('match')}
        onImport={() => void importRows(shown)}
      />
    )
  }
  return (
    <MappingStep
      job={job}
      plan={plan}
      onPlan={changePlan}
      isBusy={preview.isBusy}
      error={preview.error}
      onPreview={() => void showPreview()}
      onClose={onClose}
    />
  )
}

/** Asks for the preview of a plan. A plan that changes meanwhile is asked for next, so that the last one wins. */
function usePreview(id: number) {
  const { mutateAsync } = useMutation(previewImport)
  const [answer, setAnswer] = useState<ImportPreview>()
  const [error, setError] = useState<string>()
  const { isBusy, begin, end } = useBusy()
  const wanted = useRef<ImportPlan>(null)

  /** Returns whether the preview of the last plan arrived. */
  async function ask(plan: ImportPlan) {
    wanted.current = plan
    if (!begin()) return false
    let failure: unknown
    while (wanted.current) {
      const asked: ImportPlan = wanted.current
      wanted.current = null
      failure = undefined
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await mutateAsync({ id, plan: asked }).then(setAnswer, (reason: unknown) => {
        failure = reason
      })
    }
    setError(failure === undefined ? undefined : describeFailure(failure))
    end()
    return failure === undefined
  }

  return { answer, error, isBusy, ask }
}

/** Starts an import. A retry of the same preview has the same key, so that it runs once. */
function useCommit(id: number) {
  const client = useQueryClient()
  const { mutateAsync } = useMutation(commitImport)
  const [error, setError] = useState<string>()
  const { isBusy, begin, end } = useBusy()
  const tried = useRef<{ preview: ImportPreview; key: string }>(null)

  async function start(preview: ImportPreview) {
    if (!begin()) return false
    if (tried.current?.preview !== preview) tried.current = { preview, key: newIdempotencyKey() }
    setError(undefined)
    const { queryKey } = importJob(id)
    const hasStarted = await mutateAsync({
      id,
      version: preview.version,
      key: tried.current.key,
    }).then(
      (job) => {
        client.setQueryData(queryKey, job)
        return true
      },
      async (reason: unknown) => {
        setError(describeFailure(reason))
        // It may have begun, although its answer was lost.
        await client.refetchQueries({ queryKey, exact: true })
        return false
      },
    )
    end()
    return hasStarted
  }

  return { error, isBusy, start, forgetError: () => setError(undefined) }
}

/** The lists show what the import or its undo has done. */
function useRefetchAfterEnd(job: ImportJob) {
  const client = useQueryClient()
  const runs = isRunning(job)
  const hasRun = useRef(runs)
  useEffect(() => {
    if (hasRun.current && !runs) void client.invalidateQueries()
    hasRun.current = runs
  }, [runs, client])
}

/** The API names each mistake. */
function describeFailure(error: unknown) {
  if (!(error instanceof ApiError)) return 'Something went wrong. Please try again.'
  const messages = new Set(error.errors.map(({ message }) => message))
  return messages.size > 0 ? [...messages].join(' ') : error.message
}
