import { useEffect, useEffectEvent } from 'react'

import { StoppedWaitError } from '@/lib/api/answer-wait'
import { ApiError } from '@/lib/api/api-client'
import { AlreadySavedError } from '@/lib/api/idempotency'
import { outageStore } from '@/lib/api/live-updates'
import type { Draft } from '@/lib/drafts/draft'

type Field = 'date' | 'party' | 'lines' | 'discount' | 'shippingFees' | 'remark'

/** Why a draft was not recorded: errors of fields, and a message for the whole form. */
export interface SubmitErrors {
  fields: Partial<Record<Field, string>>
  message?: string
  /** Shown without an error. */
  note?: string
  /** No answer arrived, so the message is wrong once the server answers again. */
  isUnreachable?: boolean
  /** Set if the draft, or an earlier version of it, is already recorded. */
  alreadySaved?: AlreadySavedError
  /** The draft lacked the part whose field has the error. */
  isMissingPart?: true
  /** The key of the draft that failed, since another draft may have replaced it. */
  key?: string
}

const fieldOf = new Map<string, Field>([
  ['customerId', 'party'],
  ['supplierId', 'party'],
  ['saleDate', 'date'],
  ['purchaseDate', 'date'],
  ['discount', 'discount'],
  ['shippingFees', 'shippingFees'],
  ['remark', 'remark'],
])

export const noSubmitErrors: SubmitErrors = { fields: {} }

const retryHint = 'If you submit again, it is recorded only once.'

/** Drops the message and the errors of changed fields, which may be valid now. */
export function clearChangedErrors(
  { fields, alreadySaved, isMissingPart, key }: SubmitErrors,
  changed: object,
): SubmitErrors {
  const kept = Object.entries(fields).filter(([field]) => !(field in changed))
  return { fields: Object.fromEntries(kept), alreadySaved, isMissingPart, key }
}

/**
 * The error at the first missing part, in the order of DocumentDefinition.check, which the draft fails.
 * Shorter than the toast's sentence, which is on the screen as well.
 */
export function missingPartError({ party }: Draft, date: string, partyLabel: string): SubmitErrors {
  const fields =
    party === null
      ? { party: `Choose a ${partyLabel.toLowerCase()}.` }
      : date === ''
        ? { date: 'Choose a date.' }
        : { lines: 'Add a product.' }
  return { fields, isMissingPart: true }
}

/** Drops the error of a part that Undo or another tab has filled since. */
export function withoutFilledParts(errors: SubmitErrors, { party, lines }: Draft): SubmitErrors {
  const { fields, isMissingPart } = errors
  const isFilled = (fields.party && party !== null) || (fields.lines && lines.length > 0)
  return isMissingPart && isFilled ? noSubmitErrors : errors
}

/** Recording the draft as well would sell it twice. */
export function parkedError({ key }: Draft): SubmitErrors {
  const message = 'This sale may be parked already. Park it again, then resume and submit it.'
  return { fields: {}, message, key }
}

interface Issue {
  path: string
  message: string
}

/** The errors that the contract's schema finds before the draft is sent. */
export function submitErrorsFromIssues(issues: readonly Issue[]): SubmitErrors {
  const [formIssue] = issues.filter(({ path }) => !fieldOf.has(path))
  return { fields: toFieldErrors(issues), ...(formIssue && { message: formIssue.message }) }
}

/** The errors of a failed request, with or without a response. */
export function submitErrorsFromError(error: unknown): SubmitErrors {
  if (error instanceof AlreadySavedError) return { fields: {}, alreadySaved: error }
  const apiError = error instanceof ApiError ? error : new ApiError(500)
  const { status, errors, message } = apiError
  // The server may have recorded the document before it failed.
  const isUncertain = status === 0 || status >= 500
  return {
    fields: toFieldErrors(errors),
    message: isUncertain ? `${message} ${retryHint}` : message,
    isUnreachable: status === 0 && !(apiError instanceof StoppedWaitError),
  }
}

/** For when the server answers again. */
export function replaceUnreachableError({ key }: SubmitErrors): SubmitErrors {
  return { fields: {}, note: `Stockie answers again. ${retryHint}`, key }
}

function toFieldErrors(issues: readonly Issue[]) {
  const fields: SubmitErrors['fields'] = {}
  for (const { path, message } of issues) {
    const field = fieldOf.get(path)
    if (field) fields[field] ??= message
  }
  return fields
}

/** Calls back once the server answers a poll after a submit that reached no server. */
export function useServerReturn(isUnreachable: boolean | undefined, callback: () => void) {
  const onReturn = useEffectEvent(callback)
  useEffect(
    () =>
      isUnreachable
        ? outageStore.subscribe(() => outageStore.get() === null && onReturn())
        : undefined,
    [isUnreachable],
  )
}
