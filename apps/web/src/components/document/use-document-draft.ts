import type { Product } from '@stockie/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import type { z } from 'zod'

import { isPrintedAfterSubmit } from '@/components/slip/print-after-submit'
import { copyOf, type Slip } from '@/components/slip/slip-contents'
import { printSlip } from '@/components/slip/slip-host'
import { StoppedWaitError } from '@/lib/api/answer-wait'
import { ApiError } from '@/lib/api/api-client'
import { AlreadySavedError, requestIdempotentCreate } from '@/lib/api/idempotency'
import {
  type Draft,
  draftDate,
  type DraftKind,
  isBlankDraft,
  noPickedDate,
  type Party,
  withUsualParty,
} from '@/lib/drafts/draft'
import {
  beginSending,
  changeDraft,
  endSending,
  isSending,
  readDraft,
  renewDraftKey,
  replaceDraft,
  stopWaiting,
  useDraft,
} from '@/lib/drafts/draft-store'
import { submitDraft } from '@/lib/drafts/draft-submission'
import { offerDraftUndo } from '@/lib/drafts/draft-undo'
import { useIsMounted } from '@/lib/hooks/use-is-mounted'
import { currentUserId } from '@/lib/session/session-store'
import { toastError } from '@/lib/toast'
import {
  missingPartError,
  noSubmitErrors,
  parkedError,
  replaceUnreachableError,
  type SubmitErrors,
  submitErrorsFromError,
  submitErrorsFromIssues,
  clearChangedErrors,
  useServerReturn,
  withoutFilledParts,
} from './submit-errors'
import type { FormFocus } from './use-form-focus'

/** What the form needs to know of a kind of document. */
export interface DocumentDefinition<Input, Row> {
  kind: DraftKind
  title: string
  list: { title: string; to: string }
  party: {
    label: string
    placeholder: string
    failure: string
    /** The storage key of the party that new documents start with, if there may be one. */
    usual?: { key: string; noun: string }
  }
  /** Shown if the products cannot be loaded. */
  productFailure: string
  priceTitle: 'Price' | 'Cost'
  priceOf: (product: Product) => number
  totalsOf: (draft: Draft) => { subtotal: number; totalAmount: number }
  /** An error for the first part that a draft lacks: party, date or lines, in this order. */
  check: (draft: Draft, date: string) => string | null
  toInput: (draft: Draft, date: string) => Input
  input: z.ZodType
  create: { success: string; failure: string }
  /** For example 'Sale 42 ($47.50, Ada Fashola)'. */
  describe: (row: Row) => string
  toSlip: (row: Row, draft: Draft) => Slip
}

/** The draft on the screen, its actions, and the errors of its last submit. */
export function useDocumentDraft<Input, Row>(
  document: DocumentDefinition<Input, Row>,
  formFocus: FormFocus,
  today: string,
  /** The party of a draft without one. */
  usual: Party | null,
) {
  const { kind } = document
  const { owner, draft: storedDraft } = useDraft(kind)
  const draft = withUsualParty(storedDraft, usual)
  const { submit, submitErrors, setSubmitErrors, recorded, setRecorded } = useDocumentSubmit(
    document,
    {
      owner,
      formFocus,
      today,
      usual,
    },
  )

  // The next document has begun, here or in another tab.
  if (recorded && !isBlankDraft({ ...storedDraft, ...noPickedDate })) setRecorded(null)

  function change(changed: Partial<Draft>) {
    changeDraft(kind, owner, (now) => ({ ...withUsualParty(now, usual), ...changed }))
    setSubmitErrors((before) => clearChangedErrors(before, changed))
  }

  const changeLines = useCallback(
    (next: (lines: Draft['lines']) => Draft['lines']) => {
      changeDraft(kind, owner, (now) => ({ ...withUsualParty(now, usual), lines: next(now.lines) }))
      setSubmitErrors((before) => clearChangedErrors(before, { lines: true }))
    },
    [kind, owner, usual, setSubmitErrors],
  )

  function clear() {
    setSubmitErrors(noSubmitErrors)
    formFocus.findStart(usual !== null)?.focus()
    const before = replaceDraft(kind, owner)
    offerDraftUndo({ kind, owner, message: 'Draft cleared.', before })
  }

  function stop() {
    // The focused button disappears.
    formFocus.submitRef.current?.focus()
    stopWaiting(kind, owner)
  }

  function recordAsNew() {
    renewDraftKey(kind, owner)
    submit()
  }

  // Another tab may have replaced the draft that failed.
  const isForThisDraft = submitErrors.key === undefined || submitErrors.key === draft.key
  return {
    owner,
    draft,
    isBlank: isBlankDraft(storedDraft),
    /** The draft that was recorded here last, until the user enters something again. */
    recorded,
    submitErrors: isForThisDraft ? withoutFilledParts(submitErrors, draft) : noSubmitErrors,
    change,
    changeLines,
    clear,
    submit,
    stop,
    recordAsNew,
  }
}

interface SentDraft<Row> {
  draft: Draft
  answer: Promise<Row>
}

interface RecordedDraft<Row> {
  row: Row
  draft: Draft
}

interface SubmitContext {
  owner: number
  formFocus: FormFocus
  today: string
  usual: Party | null
}

/** Checks and sends the stored draft, which another tab may have changed since the last render. */
function useDocumentSubmit<Input, Row>(
  {
    kind,
    party,
    check,
    toInput,
    input: contract,
    create,
    describe,
    toSlip,
  }: DocumentDefinition<Input, Row>,
  { owner, formFocus, today, usual }: SubmitContext,
) {
  const client = useQueryClient()
  const [submitErrors, setSubmitErrors] = useState(noSubmitErrors)
  const [recorded, setRecorded] = useState<Draft | null>(null)
  const isMounted = useIsMounted()
  useServerReturn(submitErrors.isUnreachable, () => setSubmitErrors(replaceUnreachableError))
  const { mutateAsync } = useMutation({
    mutationFn: async ({ draft, answer }: SentDraft<Row>) => ({ row: await answer, draft }),
    meta: {
      ...create,
      offer: ({ row, draft }: RecordedDraft<Row>) => {
        // Then the original is printed without a click.
        const isCopy = isPrintedAfterSubmit(kind)
        const slip = () => (isCopy ? copyOf(toSlip(row, draft)) : toSlip(row, draft))
        return { label: 'Print', run: () => printSlip(slip()) }
      },
      isShownOnScreen: (error) =>
        isMounted.current &&
        (error instanceof AlreadySavedError || error instanceof StoppedWaitError),
    },
  })

  function submit() {
    if (isSending(kind, owner)) return
    const draft = withUsualParty(readDraft(kind, owner), usual)
    // The date that is shown, even if midnight has just passed.
    const day = draftDate(draft, today)
    const missing = check(draft, day)
    if (missing !== null) {
      toastError(missing)
      showErrors(missingPartError(draft, day, party.label))
      return formFocus.findInvalidField()?.focus()
    }
    const input = toInput(draft, day)
    const { error } = contract.safeParse(input)
    if (!error) {
      return draft.mayBeParked ? showErrors(parkedError(draft)) : void send(input, day)
    }
    showErrors(
      submitErrorsFromIssues(
        error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
      ),
    )
    formFocus.findInvalidField()?.focus()
  }

  async function send(input: Input, sentOn: string) {
    const signal = beginSending(
      kind,
      owner,
      'If you stop and submit again, it is recorded only once.',
    )
    const releaseFocus = formFocus.holdFocus()
    setSubmitErrors(noSubmitErrors)
    setRecorded(null)
    changeDraft(kind, owner, (draft) => ({ ...withUsualParty(draft, usual), sentOn }))
    const draft = readDraft(kind, owner)
    // Sent without a wait before it. Otherwise React renders the busy form first.
    const answer = submitDraft(
      { kind, owner, draft, input },
      {
        record: ({ input: body, key: idempotencyKey }) =>
          requestIdempotentCreate<Row>(`/${kind}`, { body, idempotencyKey, signal }),
        describe,
      },
    )
    try {
      const { row } = await mutateAsync({ draft, answer })
      endSending(kind, owner)
      showErrors(noSubmitErrors)
      setRecorded(draft)
      releaseFocus(formFocus.findStart(usual !== null))
      // The answer may arrive after another user has signed in.
      if (isPrintedAfterSubmit(kind) && currentUserId() === owner)
        printSlip(toSlip(row, draft), { isAutomatic: true })
    } catch (error) {
      endSending(kind, owner)
      showErrors({ ...submitErrorsFromError(error), key: draft.key })
      releaseFocus(formFocus.findInvalidField())
      if (!(error instanceof ApiError && error.status === 422)) return
      // A product or a customer may have been deleted, so the lists on the screen are stale.
      await client.invalidateQueries()
      // TanStack Query notifies the screen in a task of its own.
      await new Promise((resolve) => setTimeout(resolve))
      releaseFocus(formFocus.findInvalidField() ?? formFocus.findDeletedLine())
    }
  }

  /** Renders at once, so that an error's field, or one that is enabled again, can take the focus. */
  function showErrors(next: SubmitErrors) {
    flushSync(() => setSubmitErrors(next))
  }

  return { submit, submitErrors, setSubmitErrors, recorded, setRecorded }
}
